import {
  ActingAs,
  type ConsumerPart,
  ConsumerPartCollection,
  deploymentScope,
  EventCollection,
  ParkedCollection,
  type StorageReads,
  scopeKey
} from "@payloom/core"
import { Effect, Option } from "effect"
import { seesAll } from "../../ConsoleUser.ts"
import { Refused } from "../../frame/refusals.ts"
import { textOf } from "../../frame/textOf.ts"
import type { ActCall, ConsoleEngine, ReadCall, Room } from "../../Room.ts"
import type { ConsumerRow, ConsumersView, ParkedRow } from "./ConsumersView.ts"

const rowsOfPage = 50

/** The most parts of all consumers that are read: 16 of each. */
const mostParts = 800

/** The most consumers whose lag is read. Each needs up to 16 reads. */
const mostLags = 20

/** Consumers with their lag, and the events that they could not handle. */
export const consumersRoom: Room = {
  reads: [
    {
      path: "/consumers",
      run: async (call): Promise<ConsumersView> => {
        const [parked, consumers] = await Promise.all([
          parkedOf(call),
          seesAll(call.user) ? knownConsumers(call) : null
        ])
        return { ...parked, consumers }
      }
    }
  ],
  acts: [{ name: "consumers.replay", role: "operator", run: (call) => replay(call) }]
}

interface Known {
  readonly until: number
  readonly consumers: Promise<ReadonlyArray<ConsumerRow>>
}

const known = new WeakMap<ConsoleEngine, Known>()

/** The time for which the lag of consumers is shown again, in milliseconds. */
const keepMs = 3000

/** Many open pages read the lag of the consumers once, because it takes hundreds of reads. */
const knownConsumers = ({ payloom, now }: ReadCall): Known["consumers"] => {
  const before = known.get(payloom)
  if (before !== undefined && performance.now() < before.until) return before.consumers
  const consumers = Effect.runPromise(consumersOf(payloom.services.storage, now))
  known.set(payloom, { until: performance.now() + keepMs, consumers })
  consumers.catch(() => known.delete(payloom))
  return consumers
}

const parkedOf = async ({ payloom, merchant: { scope }, query }: ReadCall) => {
  const after = textOf("startingAfter", query.get("startingAfter"))
  const rows = await Effect.runPromise(
    payloom.services.storage.page(deploymentScope, ParkedCollection, {
      where: { scope: scopeKey(scope) },
      order: "asc",
      limit: rowsOfPage + 1,
      ...(after === "" ? {} : { after })
    })
  )
  const data = rows.slice(0, rowsOfPage).map(({ row }): ParkedRow => {
    const { id, consumer, event, type, status, tries, dueAt, error, parkedAt } = row
    return { id, consumer, event, type, status, tries, dueAt, error, parkedAt }
  })
  return { data, nextCursor: rows.length > rowsOfPage ? (data.at(-1)?.id ?? null) : null }
}

const consumersOf = (storage: StorageReads, now: number) =>
  Effect.gen(function* () {
    const stored = yield* storage.page(deploymentScope, ConsumerPartCollection, {
      order: "asc",
      limit: mostParts
    })
    const byName = Map.groupBy(
      stored.map(({ row }) => row),
      ({ consumer }) => consumer
    )
    const isFew = byName.size <= mostLags
    return yield* Effect.forEach([...byName], ([name, parts]) =>
      Effect.map(isFew ? lagOf(storage, parts, now) : Effect.succeed(null), (behindMs) =>
        rowOf(name, parts, now, behindMs)
      )
    )
  })

const lagOf = (storage: StorageReads, parts: ReadonlyArray<ConsumerPart>, now: number) =>
  Effect.map(
    Effect.forEach(
      parts,
      ({ part, position }) =>
        Effect.map(
          storage.feed(EventCollection, { part, after: position, limit: 1, onlyReachable: true }),
          ({ rows: [first] }) => (first === undefined ? 0 : now - first.row.occurredAt)
        ),
      { concurrency: 4 }
    ),
    (ages) => Math.max(0, ...ages)
  )

const rowOf = (
  name: string,
  parts: ReadonlyArray<ConsumerPart>,
  now: number,
  behindMs: number | null
): ConsumerRow => {
  const owners = parts.flatMap(({ owner, leasedUntil }) =>
    owner !== null && leasedUntil !== null && leasedUntil > now ? [owner] : []
  )
  return { name, parts: parts.length, processes: new Set(owners).size, behindMs }
}

/** A parked event belongs to the whole engine, so its merchant is checked here. */
const replay = async ({ payloom, merchant, acting, subject, input }: ActCall) => {
  const { consumer } = Object(input) as { readonly consumer?: unknown }
  const name = textOf("consumer", typeof consumer === "string" ? consumer : "")
  const event = textOf("the subject", subject)
  const { storage, consumers } = payloom.services
  const found = await Effect.runPromise(
    storage.findUnique(deploymentScope, ParkedCollection, "event", `${name}/${event}`)
  )
  const own = Option.filter(found, ({ row }) => scopeKey(row.scope) === scopeKey(merchant.scope))
  if (Option.isNone(own)) {
    const message = "There is no such event any more. The consumer may have handled it meanwhile."
    throw new Refused(404, "parked_event_unknown", message)
  }
  const again = consumers.replay(name, event)
  const { status } = await Effect.runPromise(Effect.provideService(again, ActingAs, acting))
  return { status }
}
