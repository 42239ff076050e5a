import { EventCollection, type EventRecord, insert, type StoragePort } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { pause } from "../realTime.ts"
import { consumerOfFeed, mistakesOf } from "../testing/consumerOfFeed.ts"
import { type Death, mortalStores } from "../testing/mortalStores.ts"
import { cellName, memoryStores, onStores, openOn } from "../testing/openTestCells.ts"
import { runsOf } from "../testing/runsOf.ts"
import { scopeOf } from "../testing/things.ts"
import { moveTenant } from "./moveTenant.ts"

const subjects = ["payment_1", "payment_2", "payment_3"].map(
  (id) => `${id}AAAAAAAAAAAAAAAAAAAAAAAAA`
)

const pageSize = 9

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Returns the id of an event by its number, in order. */
const eventId = (nth: number): EventRecord["id"] => {
  let text = ""
  for (let rest = nth; rest > 0; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text
  return `event_${text.padStart(26, "0")}` as EventRecord["id"]
}

/** Writes events of two tenants, one after another. */
const writerOn = (storage: StoragePort) => {
  const committed: Array<EventRecord> = []
  const write = Effect.fnUntraced(function* (tenant: string, subject: string) {
    const id = eventId(committed.length + 1)
    const event: EventRecord = {
      id,
      type: "payment.succeeded",
      published: true,
      apiVersion: "2026-01-01",
      occurredAt: 0,
      livemode: true,
      data: { object: { id: subject }, payment_id: subject, version: 1 }
    }
    yield* Effect.retry(storage.commit([insert(scopeOf(tenant), EventCollection, event)]), {
      times: 20
    })
    committed.push(event)
  })
  return { committed, write }
}

interface Case {
  /** The cells to which the tenant moves, one after another. */
  readonly route: ReadonlyArray<number>
  readonly deaths: ReadonlyArray<Death>
  readonly limit: number
  /** The milliseconds between two reads of the slow consumer. */
  readonly slowMs: number
  /** The number of the move before which a further consumer begins. */
  readonly beginsAt: number
}

const anyCase: fc.Arbitrary<Case> = fc.record({
  route: fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 3 }),
  deaths: fc.array(fc.record({ at: fc.integer({ min: 1, max: 60 }), isWritten: fc.boolean() }), {
    maxLength: 3
  }),
  limit: fc.integer({ min: 1, max: 9 }),
  slowMs: fc.constantFrom(5, 40, 2000),
  beginsAt: fc.nat({ max: 3 })
})

/** The number of events before the first move. */
const writtenBefore = 100

const simulate = async ({ route, deaths, limit, slowMs, beginsAt }: Case) => {
  const stores = memoryStores(3)
  const { storage } = await openOn(stores, () => cellName(0))
  const { committed, write } = writerOn(storage)
  for (let nth = 0; nth < writtenBefore; nth++) {
    await Effect.runPromise(write("shop", subjects[nth % 2] ?? ""))
  }
  let isOver = false
  const until = async (step: () => Promise<unknown>, ms: number) => {
    while (!isOver) {
      await step()
      await Effect.runPromise(pause(ms))
    }
  }
  const consumers = [
    consumerOfFeed(storage, "quick", subjects),
    consumerOfFeed(storage, "slow", subjects)
  ]
  const [quick, slow] = consumers
  let turn = 0
  const running = [
    until(() => {
      turn += 1
      const tenant = turn % 4 === 0 ? "other" : "shop"
      const subject = subjects[tenant === "other" ? 2 : turn % 2] ?? ""
      return Effect.runPromise(write(tenant, subject))
    }, 3),
    until(() => Effect.runPromise(quick?.read(pageSize) ?? Effect.void), 2),
    until(() => Effect.runPromise(slow?.read(limit) ?? Effect.void), slowMs)
  ]
  const [...left] = deaths
  for (const [nth, cell] of route.entries()) {
    if (nth === beginsAt) {
      const late = consumerOfFeed(storage, "late", subjects)
      consumers.push(late)
      running.push(until(() => Effect.runPromise(late.read(limit)), 4))
    }
    for (let end: unknown = "died"; end === "died"; ) {
      const process = mortalStores(stores, left.shift() ?? { at: -1, isWritten: false })
      end = await process.run(
        moveTenant(onStores(process.stores), { tenant: "shop", to: cellName(cell) })
      )
    }
  }
  isOver = true
  await Promise.all(running)
  await Effect.runPromise(pause(600))
  consumers.push(consumerOfFeed(storage, "last", subjects))
  for (const consumer of consumers) {
    // A page may have only rows that are passed, so an empty one is not the end.
    for (let empty = 0; empty < 30; ) {
      empty = (await Effect.runPromise(consumer.read(pageSize))) === 0 ? empty + 1 : 0
    }
  }
  const mistakes = consumers.flatMap(({ handled }, nth) =>
    mistakesOf(handled, committed).map((mistake) => `consumer ${nth}: ${mistake}`)
  )
  return { mistakes, consumers, committed }
}

it("a consumer sees each event of a moving tenant, in order per object, although movers die", async () => {
  const cases = fc.sample(anyCase, { numRuns: runsOf(80), seed: 34 })
  await Promise.all(
    cases.map(async (each) => {
      const { mistakes } = await simulate(each)
      expect(mistakes, JSON.stringify(each)).toEqual([])
    })
  )
})

it("a consumer that keeps up sees each event of a moving tenant once", async () => {
  const { consumers, committed, mistakes } = await simulate({
    route: [1, 2, 0, 1],
    deaths: [],
    limit: 9,
    slowMs: 5,
    beginsAt: 9
  })
  expect(mistakes).toEqual([])
  const [quick] = consumers
  expect(quick?.handled).toHaveLength(committed.length)
  expect(committed.length).toBeGreaterThan(writtenBefore)
})
