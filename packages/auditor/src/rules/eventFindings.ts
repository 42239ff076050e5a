import type { Finding } from "../Finding.ts"
import type { Books, Versioned } from "../rows/Books.ts"
import type { EventRow, Modification } from "../rows/rowTypes.ts"

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
  "payment.captured": ["succeeded", "partially_captured", "partially_refunded"],
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
  "dispute.lost": ["lost"]
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
  const typesOf = (id: string): ReadonlyArray<string> =>
    (byObject.get(id) ?? []).map(({ type }) => type)
  return [
    ...[...byObject].flatMap(([id, events]) => changeFindings(books, id, events)),
    ...missingEvents(books, typesOf),
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

/** The event that a payment has had if it is in a status. */
const eventsOfPayment: Readonly<Record<string, string>> = {
  authorized: "payment.authorized",
  succeeded: "payment.succeeded|payment.captured",
  declined: "payment.declined",
  failed: "payment.failed",
  expired: "payment.expired",
  canceled: "payment.canceled",
  voided: "payment.voided",
  refunded: "payment.refunded",
  partially_refunded: "payment.partially_refunded",
  partially_captured: "payment.captured"
}

const missingEvents = (
  books: Books,
  typesOf: (id: string) => ReadonlyArray<string>
): ReadonlyArray<Finding> => {
  const found = (row: string, sentence: string): Finding => ({
    rule: "change-has-event",
    row,
    sentence
  })
  const times = (id: string, ...types: ReadonlyArray<string>): number =>
    typesOf(id).filter((type) => types.includes(type)).length
  return [
    ...books.payments.flatMap((payment) => {
      const wanted = eventsOfPayment[payment.status]?.split("|") ?? []
      const captures = books
        .modificationsOf(payment.id)
        .filter(({ kind, status }) => kind === "capture" && status === "succeeded").length
      const captured = times(payment.id, "payment.captured")
      return [
        ...(wanted.length === 0 || times(payment.id, ...wanted) > 0
          ? []
          : [
              found(
                payment.id,
                `${payment.id} is ${payment.status} without ${wanted.join(" or ")}.`
              )
            ]),
        ...(times(payment.id, "payment.succeeded") > 1 &&
        books.attemptsOf(payment).length === 1 &&
        times(payment.id, "payment.failed") === 0
          ? [found(payment.id, `${payment.id} has succeeded more than once.`)]
          : []),
        ...(captured < captures
          ? [found(payment.id, `${payment.id} has ${captures} captures, and ${captured} events.`)]
          : [])
      ]
    }),
    ...books.modifications.flatMap((row) =>
      wantedOf(row)
        .filter((type) => times(row.id, type) === 0)
        .map((type) => found(row.id, `${row.id} is ${row.status} without ${type}.`))
    ),
    ...books.disputes.flatMap(({ id, stage }) => [
      ...(times(id, "dispute.created", "dispute.alert_received") === 1
        ? []
        : [found(id, `${id} was not recorded once as created.`)]),
      ...((stage === "won" || stage === "lost") && times(id, `dispute.${stage}`) === 0
        ? [found(id, `${id} is ${stage} without dispute.${stage}.`)]
        : [])
    ]),
    ...books.subscriptions.flatMap(({ id, status }) => {
      const created = times(id, "subscription.created")
      const end = { canceled: "subscription.canceled", terminated: "subscription.terminated" }[
        status
      ]
      const state = { paused: "subscription.paused", past_due: "subscription.past_due" }[status]
      const cycles = books.cyclesOf(id)
      const paid = cycles.filter((cycle) => cycle.status === "paid" && cycle.sequence > 0)
      const isReturned = cycles.some(({ id: cycle }) =>
        books
          .paymentsOfCycle(cycle)
          .some((one) => books.attemptsOf(one).some((attempt) => attempt.status === "returned"))
      )
      const renewals = times(id, "subscription.renewed", "subscription.activated")
      return [
        ...(created === 1 ? [] : [found(id, `${id} has ${created} events of its creation.`)]),
        ...(end !== undefined && times(id, end) !== 1
          ? [found(id, `${id} is ${status} with ${times(id, end)} times ${end}.`)]
          : []),
        ...(state !== undefined && times(id, state) === 0
          ? [found(id, `${id} is ${status} without ${state}.`)]
          : []),
        ...(!isReturned && Math.abs(renewals - paid.length) > 1
          ? [found(id, `${id} has ${paid.length} paid cycles, and ${renewals} renewals.`)]
          : [])
      ]
    })
  ]
}

const wantedOf = ({ id, kind, purpose, status, origin }: Modification): ReadonlyArray<string> => {
  if (purpose !== "merchant" && purpose !== "ended_subscription") return []
  if (kind === "refund" && id.startsWith("refund_")) {
    const isOwn = origin === undefined && purpose === "merchant"
    return [`refund.${status}`, ...(isOwn ? ["refund.pending"] : [])]
  }
  return status === "failed" ? [`${kind}.failed`] : []
}

const alertFindings = (books: Books): ReadonlyArray<Finding> => {
  const events = new Set(
    books.events.filter(({ type }) => type.startsWith("alert.")).map(({ id }) => id)
  )
  const rows = Map.groupBy(books.alerts, ({ event }) => event ?? "")
  const found = (row: string, sentence: string): Finding => ({ rule: "alert-row", row, sentence })
  return [
    ...[...events].flatMap((id) =>
      rows.get(id)?.length === 1 ? [] : [found(id, `The alert ${id} has no row of its own.`)]
    ),
    ...[...rows.keys()].flatMap((id) =>
      events.has(id) ? [] : [found(id, `The row of the alert ${id} has no event.`)]
    )
  ]
}
