import type { FakeBooks, FakeModification, FakePayment } from "./FakeBooks.ts"
import type { FakeItem } from "./FakeEvents.ts"
import { accept, tellOf } from "./fakeModifications.ts"

type EventCode = FakeItem["eventCode"]

/** What people do in the Customer Area, and what time, banks and issuers do. */
export interface FakeDashboard {
  /** Gives back a captured payment, or so much of it in Adyen's own units. */
  readonly refund: (reference: string, amount?: number) => FakeModification
  /** Captures what a payment holds, or so much of it. */
  readonly capture: (reference: string, amount?: number) => FakeModification
  /** Gives up what a payment holds. */
  readonly cancel: (reference: string) => FakeModification
  /** What a payment held has ended by itself. */
  readonly expire: (reference: string) => void
  /** The payer's time is up; nobody can pay it any more. */
  readonly closeOffer: (reference: string) => void
  /** A capture, by its reference or that of its payment, is turned down after it had succeeded. */
  readonly failCapture: (reference: string) => void
  /** A capture that failed, by its reference or that of its payment, is made again. */
  readonly recapture: (reference: string) => void
  /** A refund, by its reference or Adyen's, comes back after it had succeeded. */
  readonly failRefund: (reference: string, as?: "REFUND_FAILED" | "REFUNDED_REVERSED") => void
  /**
   * Somebody disputes a payment: by a chargeback that is announced, unless another event begins it.
   * Answers what Adyen calls the dispute.
   */
  readonly dispute: (reference: string, how?: DisputeBegun) => string
  /** What comes next of a dispute: any event of Adyen's, even one that the SDK doesn't know. */
  readonly moveDispute: (pspReference: string, eventCode: string, status?: string) => void
}

/** How a dispute begins. */
export interface DisputeBegun {
  readonly eventCode?: string
  /** In Adyen's own units: all of the payment unless told. */
  readonly amount?: number
  /** The scheme's reason: Visa's 10.4, of a fraud, unless told. */
  readonly reasonCode?: string
}

interface Dispute {
  readonly payment: FakePayment
  readonly amount: number
  readonly reasonCode: string
}

const dayMs = 86_400_000

/** Events that name the payment by a setting of the webhook alone. */
const mayBeBare = /^(CHARGEBACK_REVERSED|SECOND_CHARGEBACK|(PREARBITRATION|SCHEME_ARBITRATION).*)$/

/** The Customer Area of the fake. */
export const fakeDashboard = (
  books: FakeBooks,
  one: (reference: string) => FakePayment
): FakeDashboard => {
  const modified = (kind: FakeModification["kind"], reference: string): FakeModification => {
    const found = books.modifications.find(
      (made) =>
        made.kind === kind && (made.reference === reference || made.pspReference === reference)
    )
    if (found === undefined) throw new Error(`There is no ${kind} ${reference}.`)
    return found
  }
  const order = (kind: FakeModification["kind"]) => (reference: string, amount?: number) => {
    const payment = one(reference)
    const value = amount ?? (kind === "refund" ? payment.captured : payment.authorised)
    return accept(books, payment, kind, { ...payment.amount, value }, "")
  }
  /** One that the payment made by itself has a reference of Adyen's too, the same each time. */
  const captured = (reference: string, isCaptured: boolean): void => {
    const own = books.modifications.find((made) => made.reference === reference)
    const payment = own?.payment ?? one(reference)
    payment.captured = isCaptured ? (own?.amount.value ?? payment.authorised) : 0
    const news = isCaptured
      ? ({ eventCode: "CAPTURE", reason: "Transaction Auto-recaptured" } as const)
      : ({ eventCode: "CAPTURE_FAILED", reason: "Capture Failed" } as const)
    if (own === undefined) {
      const { pspReference } = payment
      const names = { originalReference: pspReference, pspReference: `${pspReference}C` }
      books.tell(payment, { ...news, ...names })
    } else {
      own.state = isCaptured ? "succeeded" : "failed"
      tellOf(books, own, news)
    }
  }
  return {
    refund: order("refund"),
    capture: order("capture"),
    cancel: order("void"),
    expire: (reference) => {
      const payment = one(reference)
      payment.status = "expired"
      // What is left of it, by a reference of its own, and without that of the payment.
      books.tell(payment, {
        eventCode: "EXPIRE",
        pspReference: books.newPspReference(),
        amount: { ...payment.amount, value: payment.authorised - payment.captured }
      })
    },
    closeOffer: (reference) => {
      const payment = one(reference)
      payment.status = "closed"
      books.tell(payment, { eventCode: "OFFER_CLOSED" })
    },
    failCapture: (reference) => captured(reference, false),
    recapture: (reference) => captured(reference, true),
    failRefund: (reference, as = "REFUND_FAILED") => {
      const made = modified("refund", reference)
      if (made.state === "succeeded") made.payment.refunded -= made.amount.value
      made.state = "reversed"
      tellOf(books, made, { eventCode: as, reason: "Refund Failed" })
    },
    ...fakeDisputes(books, one)
  }
}

/** Whoever disputes payments, and what becomes of it. */
const fakeDisputes = (
  books: FakeBooks,
  one: (reference: string) => FakePayment
): Pick<FakeDashboard, "dispute" | "moveDispute"> => {
  const disputes = new Map<string, Dispute>()
  const tellDispute = (pspReference: string, eventCode: string, status?: string) => {
    const dispute = disputes.get(pspReference)
    if (dispute === undefined) throw new Error(`There is no dispute ${pspReference}.`)
    const { payment, amount, reasonCode } = dispute
    books.tell(payment, {
      // The SDK lags behind Adyen's events.
      eventCode: eventCode as EventCode,
      ...(mayBeBare.test(eventCode) && !books.namesDisputes
        ? { pspReference: payment.pspReference }
        : { pspReference, originalReference: payment.pspReference }),
      amount: { ...payment.amount, value: amount },
      reason: "Other Fraud-Card Absent Environment",
      additionalData: {
        chargebackReasonCode: reasonCode,
        chargebackSchemeCode: payment.brand,
        defensePeriodEndsAt: new Date(books.now() + 18 * dayMs).toISOString(),
        ...(status === undefined ? {} : { disputeStatus: status })
      }
    })
  }
  return {
    dispute: (reference, how = {}) => {
      const payment = one(reference)
      const pspReference = books.newPspReference()
      const { amount = payment.authorised, reasonCode = "10.4" } = how
      disputes.set(pspReference, { payment, amount, reasonCode })
      const { eventCode = "NOTIFICATION_OF_CHARGEBACK" } = how
      const isQuestion = eventCode === "REQUEST_FOR_INFORMATION"
      tellDispute(pspReference, eventCode, isQuestion ? "Unresponded" : "Undefended")
      return pspReference
    },
    moveDispute: tellDispute
  }
}
