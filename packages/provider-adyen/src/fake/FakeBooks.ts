import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import type { FakeItem } from "./FakeEvents.ts"
import type { Conduct, FakeCard } from "./fakeCards.ts"

/** An amount in Adyen's own units. */
export type FakeAmount = Wire<Types.checkout.Amount>

/** A payment as the fake has it, whatever anybody says. Amounts are in Adyen's own units. */
export interface FakePayment {
  readonly pspReference: string
  readonly merchantAccount: string
  readonly reference: string
  /** What was asked for. */
  readonly amount: FakeAmount
  /** What was authorised of it. */
  authorised: number
  captured: number
  refunded: number
  /** `waiting` is for its payer, `received` for whoever decides it later. */
  status: "waiting" | "received" | "authorised" | "refused" | "cancelled" | "expired" | "closed"
  /** Whether Adyen captures it by itself. */
  readonly isAutoCaptured: boolean
  readonly brand: string
  readonly card: FakeCard | null
  readonly conduct: Conduct
  /** Where to send the payer back to. */
  readonly returnUrl: string
  /** The steps that are left of what the payer has to do. */
  stepsLeft: number
  /** How the payer is asked. */
  readonly asks: "redirect" | "native" | "qr_code"
  /** What Adyen adds to its answers. */
  readonly data: Readonly<Record<string, string>>
  /** Why it was refused, or null where it wasn't. */
  refusal: { readonly code: string; readonly raw: string | null } | null
}

/** A capture, cancel or refund as the fake has it; the amount is in Adyen's own units. */
export interface FakeModification {
  readonly kind: "capture" | "void" | "refund"
  readonly pspReference: string
  readonly reference: string
  readonly payment: FakePayment
  readonly amount: FakeAmount
  state: "pending" | "succeeded" | "failed" | "reversed"
}

/** A card that Adyen keeps for a shopper. */
interface FakeStoredMethod {
  readonly id: string
  readonly merchantAccount: string
  readonly shopperReference: string
  readonly card: FakeCard
}

/** All that the fake has, and how it tells of it. */
export interface FakeBooks {
  readonly payments: Map<string, FakePayment>
  readonly modifications: Array<FakeModification>
  readonly stored: Map<string, FakeStoredMethod>
  readonly newPspReference: () => string
  readonly now: () => number
  /** Whether the next payment is authorised for half of what is asked. */
  takesHalf: boolean
  /** The error of every card that is charged, whatever was made of it before, or null for none. */
  cardError: string | null
  /** The schemes that there is an acquirer for, or null for all. */
  readonly schemes: ReadonlyArray<string> | null
  /** Whether a card that is stored is answered with its brand, first digits and alias. */
  readonly tellsOfStored: boolean
  /** Whether what comes of a dispute names its payment, and so has a reference of its own. */
  readonly namesDisputes: boolean
  /** For how long a modification is queued, in milliseconds; at once for 0. */
  readonly modificationDelayMs: number
  readonly tell: (payment: FakePayment, item: TellItem) => void
}

/** What is told of a payment, beside what all items have. */
export type TellItem = Partial<FakeItem> & Pick<FakeItem, "eventCode">

/** An item about a payment, with what all items have. */
export const itemOf = (
  { merchantAccount, reference, pspReference, amount, brand }: FakePayment,
  now: number,
  item: TellItem
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

/** What was really charged or is held; refused and unfinished payments are none. */
export const isCharged = ({ authorised }: FakePayment): boolean => authorised > 0

/** The sum of what was captured and not given back, by currency, in Adyen's own units. */
export const totalsOf = (payments: Iterable<FakePayment>): Readonly<Record<string, number>> => {
  const totals: Record<string, number> = {}
  for (const { amount, captured, refunded } of payments) {
    totals[amount.currency] = (totals[amount.currency] ?? 0) + captured - refunded
  }
  return totals
}
