import type { FakeBooks, FakeModification, FakePayment } from "./FakeBooks.ts"
import type { FakeItem } from "./FakeEvents.ts"
import { accept, sendEventOf } from "./fakeModifications.ts"

type EventCode = FakeItem["eventCode"]

/** Does things that happen in the Customer Area, at banks and issuers, or as time passes. */
export interface FakeDashboard {
  /** Refunds a captured payment, or a part of it in Adyen's own units. */
  readonly refund: (reference: string, amount?: number) => FakeModification
  /** Captures a hold, or a part of it in Adyen's own units. */
  readonly capture: (reference: string, amount?: number) => FakeModification
  /** Cancels a hold. */
  readonly cancel: (reference: string) => FakeModification
  /** Expires a hold. */
  readonly expire: (reference: string) => void
  /** Closes the offer, because the payer's time is up. Nobody can pay it any more. */
  readonly closeOffer: (reference: string) => void
  /** Fails a capture that had succeeded, by its reference or its payment's. */
  readonly failCapture: (reference: string) => void
  /** Repeats a capture that failed, by its reference or its payment's. */
  readonly recapture: (reference: string) => void
  /** Fails a refund that had succeeded, by its reference or Adyen's. */
  readonly failRefund: (reference: string, as?: "REFUND_FAILED" | "REFUNDED_REVERSED") => void
  /**
   * Disputes a payment. It begins with the announcement of a chargeback, unless `how` names another
   * event. Returns the dispute's reference at Adyen.
   */
  readonly dispute: (reference: string, how?: DisputeBegun) => string
  /**
   * Sends the next event of a dispute. It may be any event of Adyen's, even one that the SDK
   * doesn't know.
   */
  readonly moveDispute: (pspReference: string, eventCode: string, status?: string) => void
}

/** The beginning of a dispute. */
export interface DisputeBegun {
  readonly eventCode?: string
  /** The dispute's status in the event. By default the merchant may still answer. */
  readonly status?: string
  /** The disputed amount in Adyen's own units. The default is the authorised amount. */
  readonly amount?: number
  /** The scheme's reason. The default is Visa's 10.4, a fraud. */
  readonly reasonCode?: string
}

const dayMs = 86_400_000

/** The events that name the payment only if a setting of the webhook asks for it. */
const namesPaymentIfConfigured =
  /^(CHARGEBACK_REVERSED|SECOND_CHARGEBACK|(PREARBITRATION|SCHEME_ARBITRATION).*)$/

/** Creates the Customer Area of the fake. */
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
  /**
   * Moves a payment's capture to the other state. An automatic capture also has a reference of
   * Adyen's, which is the same each time.
   */
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
      books.sendEvent(payment, { ...news, ...names })
    } else {
      own.state = isCaptured ? "succeeded" : "failed"
      sendEventOf(books, own, news)
    }
  }
  return {
    refund: order("refund"),
    capture: order("capture"),
    cancel: order("void"),
    expire: (reference) => {
      const payment = one(reference)
      payment.status = "expired"
      // The event is about the rest of the hold. It has a reference of its own, without the
      // payment's.
      books.sendEvent(payment, {
        eventCode: "EXPIRE",
        pspReference: books.newPspReference(),
        amount: { ...payment.amount, value: payment.authorised - payment.captured }
      })
    },
    closeOffer: (reference) => {
      const payment = one(reference)
      payment.status = "closed"
      books.sendEvent(payment, { eventCode: "OFFER_CLOSED" })
    },
    failCapture: (reference) => captured(reference, false),
    recapture: (reference) => captured(reference, true),
    failRefund: (reference, as = "REFUND_FAILED") => {
      const made = modified("refund", reference)
      if (made.state === "succeeded") made.payment.refunded -= made.amount.value
      made.state = "reversed"
      sendEventOf(books, made, { eventCode: as, reason: "Refund Failed" })
    },
    ...fakeDisputes(books, one)
  }
}

/** The events after which a dispute can't be defended. */
const decidedBy: ReadonlySet<string> = new Set([
  "CHARGEBACK_REVERSED",
  "PREARBITRATION_LOST",
  "PREARBITRATION_WON",
  "DISPUTE_DEFENSE_PERIOD_ENDED"
])

/** Creates the dashboard's disputes. */
const fakeDisputes = (
  books: FakeBooks,
  one: (reference: string) => FakePayment
): Pick<FakeDashboard, "dispute" | "moveDispute"> => {
  const { disputes } = books
  const sendDisputeEvent = (pspReference: string, eventCode: string, status?: string) => {
    const dispute = disputes.get(pspReference)
    if (dispute === undefined) throw new Error(`There is no dispute ${pspReference}.`)
    const { payment, amount, reasonCode } = dispute
    dispute.isDecided ||= decidedBy.has(eventCode)
    books.sendEvent(payment, {
      // The SDK doesn't know all of Adyen's events.
      eventCode: eventCode as EventCode,
      ...(namesPaymentIfConfigured.test(eventCode) && !books.disputesNamePayment
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
      const documents = new Map()
      disputes.set(pspReference, {
        payment,
        amount,
        reasonCode,
        documents,
        defense: null,
        isDecided: false
      })
      const { eventCode = "NOTIFICATION_OF_CHARGEBACK" } = how
      const usual = eventCode === "REQUEST_FOR_INFORMATION" ? "Unresponded" : "Undefended"
      sendDisputeEvent(pspReference, eventCode, how.status ?? usual)
      return pspReference
    },
    moveDispute: sendDisputeEvent
  }
}
