import type { Finding } from "../Finding.ts"
import type { Books, Versioned } from "../rows/Books.ts"
import type { EventRow } from "../rows/rowTypes.ts"
import { hasAllEvents } from "./hasAllEvents.ts"
import { missingEvents } from "./missingEvents.ts"

/** The status of the object in an event of a type. */
const statusIn: Readonly<Record<string, ReadonlyArray<string>>> = {
  "payment.authorized": ["authorized"],
  "payment.succeeded": ["succeeded"],
  "payment.declined": ["declined"],
  "payment.failed": ["failed"],
  "payment.expired": ["expired"],
  "payment.canceled": ["canceled"],
  "payment.voided": ["voided"],
  "payment.partially_refunded": ["partially_refunded"],
  "payment.refunded": ["refunded"],
  "payment.pending": ["processing"],
  "payment.captured": ["succeeded", "partially_captured", "partially_refunded", "refunded"],
  "refund.pending": ["pending"],
  "refund.succeeded": ["succeeded"],
  "refund.failed": ["failed"],
  "refund.reversed": ["reversed"],
  "capture.failed": ["failed"],
  "void.failed": ["failed"],
  "subscription.canceled": ["canceled", "expired"],
  "subscription.terminated": ["terminated"],
  "subscription.paused": ["paused"],
  "subscription.past_due": ["past_due"],
  "subscription.recovered": ["active", "paused"],
  "subscription.renewed": ["active", "past_due", "paused", "expired", "canceled"],
  "subscription.activated": ["active", "trialing"],
  "dispute.won": ["won"],
  "dispute.lost": ["lost", "accepted", "expired"]
}

/** The collection of the objects of an event, by the name of the object. */
const collectionOf: Readonly<Record<string, string>> = {
  payment: "payments",
  attempt: "attempts",
  refund: "modifications",
  capture: "modifications",
  void: "modifications",
  dispute: "disputes",
  subscription: "subscriptions",
  billing_cycle: "billing_cycles",
  payment_instrument: "payment_instruments"
}

/** Checks that each event has its change, and that each change has its event. */
export const eventFindings = (books: Books): ReadonlyArray<Finding> => {
  const byObject = Map.groupBy(books.events, ({ data }) => data.object.id ?? "")
  return [
    ...[...byObject].flatMap(([id, events]) => changeFindings(books, id, events)),
    ...missingEvents(books),
    ...alertFindings(books)
  ]
}

const rowsById = new WeakMap<Books, Map<string, ReadonlyMap<string, Versioned>>>()

const versionedRow = (books: Books, collection: string, id: string): Versioned | undefined => {
  const known = rowsById.get(books) ?? new Map<string, ReadonlyMap<string, Versioned>>()
  rowsById.set(books, known)
  const rows =
    known.get(collection) ??
    new Map(books.versions(collection).map((row) => [row.doc.id, row] as const))
  known.set(collection, rows)
  return rows.get(id)
}

/** Checks the events of one object against its row. */
const changeFindings = (
  books: Books,
  id: string,
  events: ReadonlyArray<EventRow>
): ReadonlyArray<Finding> => {
  const found = (row: string, sentence: string): Finding => ({
    rule: "event-has-change",
    row,
    sentence
  })
  const collection = collectionOf[String(events[0]?.data.object.object)]
  if (collection === undefined) return []
  const row = versionedRow(books, collection, id)
  if (row === undefined) {
    return events.map((event) => found(event.id, `${event.type} is about ${id}, which has no row.`))
  }
  const seen = new Set<string>()
  return events.flatMap(({ id: event, type, data, published, livemode, occurredAt }) => {
    const status = (data.object.status ?? data.object.stage) as string | undefined
    const now = (row.doc.status ?? row.doc.stage) as string | undefined
    const name = `${type}/${data.version}`
    const isRepeated = seen.has(name)
    seen.add(name)
    const allowed = statusIn[type]
    const isAlert = type.startsWith("alert.")
    return [
      ...(data.version <= row.version
        ? []
        : [found(event, `${type} has version ${data.version}, and ${id} has ${row.version}.`)]),
      ...(data.version === row.version && status !== now && !isAlert
        ? [found(event, `${type} says that ${id} is ${status}, and it is ${now}.`)]
        : []),
      ...(isRepeated && !isAlert ? [found(event, `${type} was recorded twice for ${id}.`)] : []),
      ...(allowed === undefined || allowed.includes(String(status))
        ? []
        : [found(event, `${type} has an object that is ${status}.`)]),
      ...(isAlert && published ? [found(event, `${type} is published.`)] : []),
      ...(livemode === (books.mode === "live")
        ? []
        : [found(event, `${type} is of another mode.`)]),
      ...(data.payment_id === undefined || ownPayment(row.doc, collection) === data.payment_id
        ? []
        : [found(event, `${type} names ${data.payment_id} as the payment of ${id}.`)]),
      ...(typeof row.doc.created === "number" && occurredAt < row.doc.created
        ? [found(event, `${type} occurred before ${id} was created.`)]
        : [])
    ]
  })
}

const ownPayment = (row: Versioned["doc"], collection: string): unknown =>
  collection === "payments" ? row.id : row.payment

const alertFindings = (books: Books): ReadonlyArray<Finding> => {
  const events = new Set(
    books.events.filter(({ type }) => type.startsWith("alert.")).map(({ id }) => id)
  )
  const has = hasAllEvents(books)
  const rows = Map.groupBy(books.alerts, ({ event }) => event ?? "")
  const found = (row: string, sentence: string): Finding => ({ rule: "alert-row", row, sentence })
  return [
    ...[...events].flatMap((id) =>
      rows.get(id)?.length === 1 ? [] : [found(id, `The alert ${id} has no row of its own.`)]
    ),
    ...[...rows].flatMap(([id, own]) =>
      events.has(id) || !own.every(has)
        ? []
        : [found(id, `The row of the alert ${id} has no event.`)]
    )
  ]
}
