import type { Finding } from "../Finding.ts"
import type { Books } from "../rows/Books.ts"
import type { Payment, Session } from "../rows/rowTypes.ts"
import { paidStatuses } from "./money.ts"

/** Checks that each session succeeds at most once, by the payment of its amount. */
export const sessionFindings = (books: Books): ReadonlyArray<Finding> =>
  books.sessions.flatMap((session) => {
    const own = books.paymentsOfSession(session.id)
    const isRaised = own.some(({ id }) =>
      books.modificationsOf(id).some(({ kind }) => kind === "increment")
    )
    const isReturned = own.some((payment) =>
      books.attemptsOf(payment).some(({ status }) => status === "returned")
    )
    return sentencesOf(session, own, { isRaised, isReturned }).map((sentence) => ({
      rule: "session-once",
      row: session.id,
      sentence: `${session.id} (${session.status}) ${sentence}.`
    }))
  })

const held: ReadonlySet<string> = new Set(["authorized", "partially_captured", "voided"])

/** Returns true if the payer has done everything. A hold may have ended since. */
const isDone = ({ captureMethod }: Session, { status, attempts }: Payment): boolean =>
  paidStatuses.has(status) ||
  (captureMethod === "manual" &&
    (held.has(status) || (status === "expired" && attempts.length > 0)))

const sentencesOf = (
  session: Session,
  own: ReadonlyArray<Payment>,
  { isRaised, isReturned }: { readonly isRaised: boolean; readonly isReturned: boolean }
): ReadonlyArray<string> => {
  const { status, endedAt, amount, currency } = session
  const [payment] = own
  const isPaid = payment !== undefined && (isReturned || isDone(session, payment))
  const isUnderWay = payment?.status === "authenticating" || payment?.status === "processing"
  const isOver = !["created", "active", "processing"].includes(status)
  const wrong = own.filter(
    (one) => (one.amount !== amount && !isRaised) || one.currency !== currency
  )
  return [
    ...(own.length > 1 ? [`has ${own.length} payments`] : []),
    ...(session.payment === (payment?.id ?? null) ? [] : ["names another payment than it has"]),
    ...(isPaid === (status === "succeeded")
      ? []
      : [`has a payment that is ${payment?.status ?? "missing"}`]),
    ...(isUnderWay === (status === "processing")
      ? []
      : ["does not agree with its payment that a charge is in flight"]),
    ...(isOver === (endedAt !== null) ? [] : ["has an end that does not match its status"]),
    ...wrong.map((one) => `has a payment of ${one.amount} ${one.currency}, not ${amount}`)
  ]
}
