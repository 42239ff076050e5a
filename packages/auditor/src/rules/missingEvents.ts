import type { Finding } from "../Finding.ts"
import type { Books } from "../rows/Books.ts"
import type { Dispute, Modification, Payment, Subscription } from "../rows/rowTypes.ts"
import { hasAllEvents } from "./hasAllEvents.ts"

/** Checks that each change of a payment, a refund, a dispute and a subscription has its event. */
export const missingEvents = (books: Books): ReadonlyArray<Finding> => {
  const has = hasAllEvents(books)
  return [
    ...books.payments.filter(has).flatMap((row) => findings(row, ofPayment(books, row))),
    ...books.modifications.filter(has).flatMap((row) => findings(row, ofModification(books, row))),
    ...books.disputes.filter(has).flatMap((row) => findings(row, ofDispute(books, row))),
    ...books.subscriptions.filter(has).flatMap((row) => findings(row, ofSubscription(books, row)))
  ]
}

const findings = (
  { id, status, stage }: { readonly id: string; readonly [field: string]: unknown },
  sentences: ReadonlyArray<string>
): ReadonlyArray<Finding> =>
  sentences.map((sentence) => ({
    rule: "change-has-event",
    row: id,
    sentence: `${id} (${status ?? stage}) ${sentence}.`
  }))

const timesOf = (books: Books, id: string, ...types: ReadonlyArray<string>): number =>
  books.eventsOf(id).filter(({ type }) => types.includes(type)).length

/** The events of which a payment has had one if it is in a status. */
const eventsOfPayment: Readonly<Record<string, ReadonlyArray<string>>> = {
  authorized: ["payment.authorized"],
  succeeded: ["payment.succeeded", "payment.captured"],
  declined: ["payment.declined"],
  failed: ["payment.failed"],
  expired: ["payment.expired"],
  canceled: ["payment.canceled"],
  voided: ["payment.voided"],
  refunded: ["payment.refunded"],
  partially_refunded: ["payment.partially_refunded"],
  partially_captured: ["payment.captured"]
}

const ofPayment = (books: Books, payment: Payment): ReadonlyArray<string> => {
  const { id, status } = payment
  const wanted = eventsOfPayment[status] ?? []
  const captures = books
    .modificationsOf(id)
    .filter((row) => row.kind === "capture" && row.status === "succeeded").length
  const captured = timesOf(books, id, "payment.captured")
  const succeeded = timesOf(books, id, "payment.succeeded")
  const wasReturned = timesOf(books, id, "payment.failed", "alert.capture_returned") > 0
  return [
    ...(wanted.length === 0 || timesOf(books, id, ...wanted) > 0
      ? []
      : [`has no event ${wanted.join(" or ")}`]),
    ...(succeeded > 1 && !wasReturned ? [`has ${succeeded} events of its success`] : []),
    ...(captured < captures ? [`has ${captures} captures and ${captured} events of them`] : [])
  ]
}

const ofModification = (books: Books, row: Modification): ReadonlyArray<string> =>
  wantedOf(row)
    .filter((type) => timesOf(books, row.id, type) === 0)
    .map((type) => `has no event ${type}`)

const wantedOf = ({ id, kind, purpose, status, origin }: Modification): ReadonlyArray<string> => {
  if (purpose !== "merchant" && purpose !== "ended_subscription") return []
  if (kind === "refund" && id.startsWith("refund_")) {
    const isOwn = origin === undefined && purpose === "merchant"
    return [`refund.${status}`, ...(isOwn ? ["refund.pending"] : [])]
  }
  return status === "failed" && kind !== "capture" ? [`${kind}.failed`] : []
}

const ofDispute = (books: Books, { id, stage, money }: Dispute): ReadonlyArray<string> => {
  const created = timesOf(books, id, "dispute.created")
  const announced = timesOf(books, id, "dispute.alert_received")
  return [
    ...(created <= 1 && created + announced > 0 ? [] : [`has ${created} events of its creation`]),
    ...(stage === "won" && timesOf(books, id, "dispute.won") === 0 ? ["has no dispute.won"] : []),
    ...(money === "lost" && timesOf(books, id, "dispute.lost") === 0 ? ["has no dispute.lost"] : [])
  ]
}

/** The events of which a subscription has had one or more if it is in a status. */
const eventsOfSubscription: Readonly<Record<string, ReadonlyArray<string>>> = {
  canceled: ["subscription.canceled"],
  expired: ["subscription.canceled"],
  terminated: ["subscription.terminated"],
  paused: ["subscription.paused"],
  // The charge of a paused one may fail, and is past due when it resumes.
  past_due: ["subscription.past_due", "subscription.resumed"]
}

const ofSubscription = (
  books: Books,
  { id, status, consent }: Subscription
): ReadonlyArray<string> => {
  // A subscription of another system was created and paid there.
  if (consent.source === "import") return []
  const created = timesOf(books, id, "subscription.created")
  const wanted = eventsOfSubscription[status]
  const cycles = books.cyclesOf(id)
  const paid = cycles.filter((cycle) => cycle.status === "paid" && cycle.sequence > 0).length
  const renewals = timesOf(books, id, "subscription.renewed", "subscription.activated")
  const wasReturned = cycles.some((cycle) =>
    books
      .paymentsOfCycle(cycle.id)
      .some((payment) => timesOf(books, payment.id, "alert.capture_returned") > 0)
  )
  return [
    ...(created === 1 ? [] : [`has ${created} events of its creation`]),
    ...(wanted === undefined || timesOf(books, id, ...wanted) > 0 ? [] : [`has no ${wanted[0]}`]),
    // The activation is an event of a trial or of the first cycle.
    ...(!wasReturned && Math.abs(renewals - paid) > 1
      ? [`has ${paid} paid cycles and ${renewals} events of them`]
      : [])
  ]
}
