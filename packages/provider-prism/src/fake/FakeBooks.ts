import type { Kind } from "../Processor.ts"

/** The issuer's decision about a source. */
export type Conduct =
  | "approves"
  | "approves_half"
  | "asks"
  | "waits"
  | "insufficient_funds"
  | "do_not_honor"
  | "expired_card"
  | "incorrect_cvc"
  | "fraud"
  | "issuer_unavailable"
  | "authentication_required"

/** A payment as the fake stores it. Amounts are in minor units of ISO 4217. */
export interface FakePayment {
  readonly id: string
  readonly account: string
  readonly reference: string
  readonly amount: bigint
  readonly currency: string
  readonly isAutoCaptured: boolean
  readonly conduct: Conduct
  /** True if the card was only checked. */
  readonly isCheck: boolean
  /** The address that the payer is sent back to. */
  readonly returnUrl: string
  readonly created: number
  /** The origin in the metadata. Null if the charge had none. */
  readonly origin: string | null
  authorized: bigint
  captured: bigint
  refunded: bigint
  /** A `waiting` payment waits for its payer. A `received` payment is decided later. */
  status: "waiting" | "received" | "authorized" | "declined" | "voided"
  /** The reason of the decline. */
  decline: Conduct | "payer_refused" | null
}

/** A capture, void or refund as the fake stores it. */
export interface FakeModification {
  readonly id: string
  readonly kind: Exclude<Kind, "charge">
  readonly reference: string
  readonly payment: FakePayment
  readonly amount: bigint
  readonly created: number
  state: "pending" | "succeeded" | "failed"
}

/** A change at the processor, which a webhook reports. */
export interface FakeEvent {
  readonly id: string
  readonly at: number
  readonly payment: FakePayment
  /** The modification that changed, or null if the charge itself did. */
  readonly modification: FakeModification | null
  readonly what:
    | "pending"
    | "approved"
    | "declined"
    | "captured"
    | "capture_returned"
    | "modified"
    | "modification_failed"
}

/** A charge as a processor's request states it. */
interface FakeOrder
  extends Pick<
    FakePayment,
    "account" | "reference" | "amount" | "currency" | "isAutoCaptured" | "returnUrl" | "conduct"
  > {
  readonly id?: string
  readonly origin?: string | null
}

/** The fake's records, and the changes that may be made to them. */
export interface FakeBooks {
  readonly payments: ReadonlyMap<string, FakePayment>
  readonly modifications: ReadonlyArray<FakeModification>
  readonly charge: (order: FakeOrder) => FakePayment
  /** Decides a payment that waits. */
  readonly decide: (payment: FakePayment, approves: boolean) => void
  /** Captures, voids or refunds. The result is `failed` if the payment doesn't allow it. */
  readonly modify: (
    kind: FakeModification["kind"],
    payment: FakePayment,
    amount: bigint,
    reference: string
  ) => FakeModification
  /** Takes a capture back. */
  readonly returnCapture: (payment: FakePayment) => void
  /** Makes the next payment take half of its amount. */
  readonly takeHalf: () => void
  readonly newId: (prefix: string) => string
}

/** The things that the records depend on. */
export interface BooksParts {
  readonly now: () => number
  /** The form of the processor's ids. */
  readonly idOf: (kind: Kind, number: number) => string
  readonly sendEvent: (event: FakeEvent) => void
}

/** Creates records without a payment. */
export const fakeBooks = (parts: BooksParts): FakeBooks => {
  const { now, idOf, sendEvent } = parts
  const payments = new Map<string, FakePayment>()
  const modifications: Array<FakeModification> = []
  let made = 0
  let half = false
  const next = (): number => {
    made += 1
    return made
  }
  const tell: Tell = (payment, what, modification = null) =>
    sendEvent({ id: `evt_${next()}`, at: now(), payment, what, modification })

  const settle = (payment: FakePayment, conduct: FakePayment["decline"] | "approves"): void => {
    if (conduct !== "approves") {
      payment.status = "declined"
      payment.decline = conduct
      tell(payment, "declined")
      return
    }
    payment.status = "authorized"
    payment.authorized = half ? payment.amount / 2n : payment.amount
    half = false
    tell(payment, "approved")
    if (!payment.isAutoCaptured || payment.isCheck) return
    payment.captured = payment.authorized
    tell(payment, "captured")
  }

  return {
    payments,
    modifications,
    newId: (prefix) => `${prefix}${next()}`,
    takeHalf: () => {
      half = true
    },
    charge: (order) => {
      const { id = idOf("charge", next()), conduct } = order
      const payment: FakePayment = {
        ...order,
        id,
        origin: order.origin ?? null,
        isCheck: order.amount === 0n,
        created: now(),
        authorized: 0n,
        captured: 0n,
        refunded: 0n,
        status: conduct === "asks" ? "waiting" : "received",
        decline: null
      }
      payments.set(id, payment)
      if (conduct === "approves_half") half = true
      if (conduct === "asks" || conduct === "waits") tell(payment, "pending")
      else settle(payment, conduct === "approves_half" ? "approves" : conduct)
      return payment
    },
    decide: (payment, approves) => {
      if (payment.status !== "waiting" && payment.status !== "received") {
        throw new Error(`The payment ${payment.reference} is decided.`)
      }
      settle(payment, approves ? "approves" : "payer_refused")
    },
    modify: modifying(parts, modifications, next, tell),
    returnCapture: (payment) => {
      payment.captured = 0n
      tell(payment, "capture_returned")
    }
  }
}

type Tell = (
  payment: FakePayment,
  what: FakeEvent["what"],
  modification?: FakeModification | null
) => void

/** Carries captures, voids and refunds out. */
const modifying =
  (
    { now, idOf }: BooksParts,
    modifications: Array<FakeModification>,
    next: () => number,
    tell: Tell
  ): FakeBooks["modify"] =>
  (kind, payment, amount, reference) => {
    const number = next()
    const modification: FakeModification = {
      id: idOf(kind, number),
      kind,
      reference,
      payment,
      amount,
      created: now(),
      state: isPossible(kind, payment, amount) ? "succeeded" : "failed"
    }
    modifications.push(modification)
    if (modification.state === "failed") {
      tell(payment, "modification_failed", modification)
      return modification
    }
    if (kind === "capture") payment.captured += amount
    if (kind === "refund") payment.refunded += amount
    if (kind === "void") payment.status = "voided"
    tell(payment, "modified", modification)
    return modification
  }

/** Returns true if a payment allows a capture, void or refund. A capture releases the rest. */
const isPossible = (
  kind: FakeModification["kind"],
  { status, authorized, captured, refunded }: FakePayment,
  amount: bigint
): boolean => {
  if (kind === "refund") return amount > 0n && amount <= captured - refunded
  if (status !== "authorized" || captured > 0n) return false
  return kind === "void" || (amount > 0n && amount <= authorized)
}

/** Returns true if the payment is held or was charged. */
export const isCharged = ({ authorized }: FakePayment): boolean => authorized > 0n
