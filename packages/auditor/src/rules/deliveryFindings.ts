import type { Audited } from "../Audited.ts"
import type { Finding } from "../Finding.ts"
import { type Books, booksOf } from "../rows/Books.ts"
import type { Delivery, Endpoint, EventRow } from "../rows/rowTypes.ts"

const rule = "deliveries-complete"

/** Checks that each published event has one delivery to each endpoint that wants it. */
export const deliveryFindings = (books: Books): ReadonlyArray<Finding> => {
  const accepted = acceptedBy(books.audited)
  const endpoints = books.versions("webhook_endpoints")
  const unchanged = new Set(endpoints.flatMap(({ version, doc }) => (version === 1 ? doc.id : [])))
  const marked = new Set(books.versions("event_deliveries").map(({ doc }) => doc.id))
  const isSwept = ({ occurredAt }: EventRow) =>
    occurredAt <= books.audited.now - keptForMs && occurredAt < books.facts.oldestDelivery
  return [
    ...books.events.flatMap((event) => queueFindings(books, event, unchanged, isSwept(event))),
    ...books.deliveries.flatMap((delivery) => rowFindings(books, delivery, marked)),
    ...(accepted === null ? [] : acceptFindings(books, accepted))
  ]
}

/** Deliveries may be deleted after this time, the oldest first. */
export const keptForMs = 30 * 86_400_000

/**
 * An endpoint is created at the time of its request, and stored a little later. An event between
 * these may have been stored first, so nothing delivers it.
 */
const storedWithinMs = 10_000

const wants = ({ types, created, status, restarts = 0 }: Endpoint, event: EventRow): boolean =>
  event.published &&
  status === "enabled" &&
  restarts === 0 &&
  created + storedWithinMs < event.occurredAt &&
  (types === null || types.includes(event.type))

const queueFindings = (
  books: Books,
  event: EventRow,
  /** The endpoints that never changed, so that they never wanted other types. */
  unchanged: ReadonlySet<string>,
  isSwept: boolean
): ReadonlyArray<Finding> =>
  books.endpoints.flatMap((endpoint) => {
    const own = books.deliveriesOf(event.id).filter((one) => one.endpoint === endpoint.id)
    const found = (sentence: string): Finding => ({ rule, row: event.id, sentence })
    return [
      ...(own.length > 1 ? [found(`${event.id} has ${own.length} deliveries.`)] : []),
      ...(own.length === 0 && !isSwept && wants(endpoint, event)
        ? [found(`${event.id} (${event.type}) has no delivery to ${endpoint.id}.`)]
        : []),
      ...(own.length > 0 && !event.published
        ? [found(`${event.id} (${event.type}) is internal and has a delivery.`)]
        : []),
      ...(own.length > 0 &&
      unchanged.has(endpoint.id) &&
      endpoint.types !== null &&
      !endpoint.types.includes(event.type)
        ? [found(`${endpoint.id} does not want ${event.type}.`)]
        : [])
    ]
  })

const rowFindings = (
  books: Books,
  { id, endpoint, event, type, status, tries, attempts, settledAt }: Delivery,
  marked: ReadonlySet<string>
): ReadonlyArray<Finding> => {
  const found = (sentence: string): Finding => ({ rule, row: id, sentence })
  const about = books.find<EventRow>("events", event)
  const last = attempts.at(-1)?.status ?? null
  const to = books.find<Endpoint>("webhook_endpoints", endpoint)
  const isTaken = last !== null && last >= 200 && last < 300
  return [
    ...(about === undefined ? [found(`${id} is of the event ${event}, which has no row.`)] : []),
    ...(about !== undefined && about.type !== type ? [found(`${id} is of type ${type}.`)] : []),
    ...((status === "pending") === (settledAt === null)
      ? []
      : [found(`${id} is ${status} and settled at ${settledAt}.`)]),
    // A delivery that is replayed waits again, whatever its last answer was. It fails at once if
    // its endpoint was deleted meanwhile.
    ...((status === "delivered") === isTaken ||
    (status === "pending" && tries === 0) ||
    (status === "failed" && to === undefined)
      ? []
      : [found(`${id} is ${status}, and its last answer is ${last}.`)]),
    ...(status === "delivered" && !marked.has(event)
      ? [found(`${id} is delivered, and ${event} has no time of delivery.`)]
      : []),
    ...(status === "failed" && attempts.length < 10 && to !== undefined
      ? [found(`${id} has failed after ${attempts.length} tries.`)]
      : []),
    // A disabled endpoint keeps its queue.
    ...(status === "pending" && books.audited.isSettled === true && to?.status !== "disabled"
      ? [found(`${id} is pending.`)]
      : []),
    ...attempts.slice(1).flatMap(({ at }, place) =>
      // A replay sends it at once, and counts its tries from the beginning.
      tries < attempts.length || at - (attempts[place]?.at ?? 0) >= 4_000
        ? []
        : [found(`${id} was retried at once.`)]
    )
  ]
}

const acceptedBy = ({ accepted }: Audited): ReadonlySet<string> | null =>
  accepted === undefined
    ? null
    : new Set(accepted.map(({ endpoint, event }) => `${endpoint}/${event}`))

const acceptFindings = (books: Books, accepted: ReadonlySet<string>): ReadonlyArray<Finding> =>
  books.deliveries
    .filter(
      ({ endpoint, event, status }) =>
        status === "delivered" && !accepted.has(`${endpoint}/${event}`)
    )
    .map(({ id, event, endpoint }) => ({
      rule,
      row: id,
      sentence: `${id} is delivered, and ${endpoint} has not accepted ${event}.`
    }))

/** Checks that each consumer handled each event, and those of one object in their order. */
export const consumerFindings = (audited: Audited): ReadonlyArray<Finding> => {
  const { handled } = audited
  if (handled === undefined) return []
  const books = booksOf(audited)
  const events = new Map(
    books.flatMap((own) => own.events).map((event) => [event.id, event] as const)
  )
  const parked = new Set(
    books.flatMap((own) => own.parked).map(({ consumer, event }) => `${consumer}/${event}`)
  )
  const found = (row: string, sentence: string): Finding => ({
    rule: "consumers-complete",
    row,
    sentence
  })
  const replayed = new Set(handled.flatMap(({ event, isReplay }) => (isReplay ? event : [])))
  return [...Map.groupBy(handled, ({ consumer }) => consumer)].flatMap(([consumer, calls]) => {
    const firsts = [...new Set(calls.map(({ event }) => event))]
    const seen = new Set(firsts)
    const versions = new Map<string, number>()
    return [
      ...[...events.keys()]
        .filter((id) => !seen.has(id) && !parked.has(`${consumer}/${id}`))
        .map((id) => found(id, `${consumer} has not handled ${id}.`)),
      ...firsts.flatMap((id) => {
        const event = events.get(id)
        if (event === undefined) return [found(id, `${consumer} handled ${id}, which has no row.`)]
        if (replayed.has(id)) return []
        const object = event.data.object.id ?? ""
        const before = versions.get(object) ?? 0
        versions.set(object, event.data.version)
        return before <= event.data.version
          ? []
          : [found(id, `${consumer} handled ${id} after a later event of ${object}.`)]
      })
    ]
  })
}
