import type { Types } from "@adyen/api-library"
import type * as Disputes from "@adyen/api-library/lib/src/typings/disputes/models.js"
import type { Wire } from "../wire.ts"
import type { FakeItem } from "./FakeEvents.ts"
import type { ActualConduct, FakeCard } from "./fakeCards.ts"
import type { FakeFlow } from "./fakeMethods.ts"
import type { FakeSplit } from "./fakeSplits.ts"

/** An amount in Adyen's own units. */
export type FakeAmount = Wire<Types.checkout.Amount>

/** A payment as the fake stores it. Amounts are in Adyen's own units. */
export interface FakePayment {
  readonly pspReference: string
  readonly merchantAccount: string
  readonly reference: string
  /** The requested amount. */
  readonly amount: FakeAmount
  /** The authorised amount. */
  authorised: number
  captured: number
  refunded: number
  /** The parts for balance accounts, or null if the request had none. */
  readonly splits: ReadonlyArray<FakeSplit> | null
  /**
   * The state of the payment. A `waiting` payment waits for its payer. A `received` one is decided
   * later.
   */
  status: "waiting" | "received" | "authorised" | "refused" | "cancelled" | "expired" | "closed"
  /** True if the payment is a pre-authorisation, so its amount may be updated. */
  readonly isPreAuth: boolean
  /** True if a capture has released the rest of the hold, or a cancel after captures has. */
  isClosed: boolean
  /** True if Adyen captures the payment by itself. */
  readonly isAutoCaptured: boolean
  readonly brand: string
  readonly card: FakeCard | null
  readonly conduct: ActualConduct
  /** The URL that the payer is redirected to. */
  readonly returnUrl: string
  /** The number of steps that the payer still has to do. */
  stepsLeft: number
  /** The way in which the payer is asked. */
  readonly asks: FakeFlow | "native"
  /** The additional data in answers. */
  readonly data: Readonly<Record<string, string>>
  /** The shopper for whom the payment method is stored, or null if it isn't stored. */
  readonly storesFor: string | null
  /** The refusal, or null if the payment wasn't refused. */
  refusal: { readonly code: string; readonly raw: string | null } | null
}

/**
 * A capture, cancel, refund or amount update as the fake stores it. The amount is in Adyen's own
 * units.
 */
export interface FakeModification {
  readonly kind: "capture" | "void" | "refund" | "increment"
  readonly pspReference: string
  readonly reference: string
  readonly payment: FakePayment
  readonly amount: FakeAmount
  /** The parts for balance accounts, or null if the request had none. */
  readonly splits: ReadonlyArray<FakeSplit> | null
  state: "pending" | "succeeded" | "failed" | "reversed"
}

/** A card that Adyen keeps for a shopper. */
interface FakeStoredMethod {
  readonly id: string
  readonly merchantAccount: string
  readonly shopperReference: string
  readonly card: FakeCard
}

/** A bank account that Adyen keeps for a shopper, to be debited. */
interface FakeStoredDebit {
  readonly merchantAccount: string
  readonly shopperReference: string
  readonly type: string
}

/** A dispute as the fake stores it. The amount is in Adyen's own units. */
export interface FakeDispute {
  readonly payment: FakePayment
  readonly amount: number
  readonly reasonCode: string
  /** The stored documents by the code of their kind. Their content is Base64. */
  readonly documents: Map<string, Wire<Disputes.DefenseDocument>>
  /** The reason of the defense, or null if the dispute wasn't defended. */
  defense: string | null
  /** True if the bank has decided the dispute. */
  isDecided: boolean
}

/** The fake's whole state, and the function that sends its webhooks. */
export interface FakeBooks {
  readonly payments: Map<string, FakePayment>
  readonly modifications: Array<FakeModification>
  readonly stored: Map<string, FakeStoredMethod>
  readonly storedDebits: Map<string, FakeStoredDebit>
  readonly disputes: Map<string, FakeDispute>
  readonly newPspReference: () => string
  readonly now: () => number
  /** True if the next payment is authorised for half of its amount. */
  takesHalf: boolean
  /** The error that every charged card gets, or null for none. */
  cardError: string | null
  /** The schemes that accounts have an acquirer for, or null for all. */
  readonly schemes: ReadonlyArray<string> | null
  /** True if the answer to storing a card has its brand, first digits and alias. */
  readonly returnsStoredCardDetails: boolean
  /** True if events of disputes name their payment, and so have a reference of their own. */
  readonly disputesNamePayment: boolean
  /** True if a partial capture leaves the rest of the hold. */
  readonly multipleCaptures: boolean
  /** The percentage by which captures may exceed the authorised amount, for all schemes. */
  readonly overCapturePercent: number
  /** The time that a modification is queued, in milliseconds. With 0 it is carried out at once. */
  readonly modificationDelayMs: number
  readonly sendEvent: (payment: FakePayment, item: EventItem) => void
}

/** The fields of an item that `itemOf` doesn't take from the payment. */
export type EventItem = Partial<FakeItem> & Pick<FakeItem, "eventCode">

/** Returns an item about a payment, with the fields that all items have. */
export const itemOf = (
  { merchantAccount, reference, pspReference, amount, brand }: FakePayment,
  now: number,
  item: EventItem
): FakeItem => ({
  amount,
  pspReference,
  eventDate: new Date(now).toISOString(),
  merchantAccountCode: merchantAccount,
  merchantReference: reference,
  paymentMethod: brand,
  reason: "",
  success: "true",
  ...item
})

/**
 * Returns true if the payment is held or was charged. Refused and unfinished payments are neither.
 */
export const isCharged = ({ authorised }: FakePayment): boolean => authorised > 0

/** Sums up the captured amounts less the refunded ones, by currency, in Adyen's own units. */
export const totalsOf = (payments: Iterable<FakePayment>): Readonly<Record<string, number>> => {
  const totals: Record<string, number> = {}
  for (const { amount, captured, refunded } of payments) {
    totals[amount.currency] = (totals[amount.currency] ?? 0) + captured - refunded
  }
  return totals
}
