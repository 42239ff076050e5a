import type { PaymentRecord } from "../payments/Payment.ts"
import { type Change, update } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import type { Millis } from "../values/Timestamp.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { movedSession } from "./movedSession.ts"

/** After so many declines a session is over: it is no place to try out cards (spec 3.2). */
const mostDeclines = 10

/** What goes with a payment's news for the session that it pays. */
interface SessionNews {
  /** False where the payer gave up for another way to pay: that is no decline of theirs. */
  readonly counts?: boolean
  /** What the news set on the session beside its status. */
  readonly fields?: Partial<CheckoutSessionRecord>
}

/** What a payment's news make of the session that it pays, in the commit of the news. */
export const sessionAfter = (
  session: Stored<CheckoutSessionRecord> | null,
  payment: PaymentRecord,
  now: Millis,
  { counts = true, fields = {} }: SessionNews = {}
): ReadonlyArray<Change> => {
  if (session === null || session.row.status !== "processing") return []
  const after = settledSession({ ...session.row, ...fields }, payment, now, counts)
  return after === null ? [] : [update(CheckoutSessionCollection, session, after)]
}

/** A session under confirm as its payment leaves it; null while that is still under way. */
export const settledSession = (
  session: CheckoutSessionRecord,
  payment: PaymentRecord,
  now: Millis,
  counts = true
): CheckoutSessionRecord | null => {
  switch (payment.status) {
    case "succeeded":
      return movedSession(session, "succeed", { endedAt: now })
    case "declined":
    case "failed":
      return unpaid({ ...session, declines: session.declines + (counts ? 1 : 0) }, now)
    default:
      return null
  }
}

const unpaid = (session: CheckoutSessionRecord, now: Millis): CheckoutSessionRecord => {
  if (session.declines >= mostDeclines) return movedSession(session, "fail", { endedAt: now })
  return now >= session.expiresAt
    ? movedSession(session, "expire", { endedAt: now })
    : movedSession(session, "let_retry", {})
}
