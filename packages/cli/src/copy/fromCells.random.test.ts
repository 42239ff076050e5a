import { cells, moveTenant } from "@payloom/cells"
import {
  type ConsumerPart,
  ConsumerPartCollection,
  DeploymentCollection,
  deploymentScope,
  EventCollection,
  type EventRecord,
  eventSubject,
  feedPart,
  insert,
  type Scope,
  type StoragePort,
  type Stored
} from "@payloom/core"
import { memory, mortalStorage, openStorage } from "@payloom/testkit"
import { Effect } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { copyStore } from "../copyStore.ts"
import { allParts, eachPageOfPart } from "./iterateStore.ts"

type Step =
  | { readonly does: "write"; readonly tenant: number; readonly object: number }
  | { readonly does: "read"; readonly consumer: number; readonly limit: number }
  | { readonly does: "move"; readonly tenant: number; readonly cell: number }

interface Case {
  readonly cells: number
  readonly consumers: number
  readonly isMoving: boolean
  readonly steps: ReadonlyArray<Step>
  /** The number of cells of the target. 0 is one store. */
  readonly targetCells: number
  /** The commits at which the copy dies, one try after another. */
  readonly deaths: ReadonlyArray<number>
  /** The clocks of the processes that write different objects differ by so many events. */
  readonly skew: number
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      does: fc.constant("write" as const),
      tenant: fc.nat({ max: 3 }),
      object: fc.nat({ max: 2 })
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant("read" as const),
      consumer: fc.nat({ max: 2 }),
      limit: fc.integer({ min: 1, max: 6 })
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("move" as const),
      tenant: fc.nat({ max: 3 }),
      cell: fc.nat({ max: 2 })
    })
  }
)

const anyCase: fc.Arbitrary<Case> = fc.record({
  cells: fc.integer({ min: 1, max: 3 }),
  consumers: fc.integer({ min: 1, max: 3 }),
  isMoving: fc.boolean(),
  steps: fc.array(anyStep, { minLength: 20, maxLength: 80, size: "max" }),
  targetCells: fc.constantFrom(0, 0, 0, 2),
  deaths: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  skew: fc.constantFrom(0, 0, 5)
})

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const eventId = (nth: number): EventRecord["id"] => {
  let text = ""
  for (let rest = nth; rest > 0; rest = Math.floor(rest / 32)) text = digits[rest % 32] + text
  return `event_${text.padStart(26, "0")}` as EventRecord["id"]
}

const scopeOf = (tenant: number): Scope => ({ tenant: `tenant-${tenant}`, mode: "live" })

/** Returns an object of a tenant. All objects are in two parts, so that their events mix. */
const subjectOf = (tenant: number, object: number): string => {
  for (let nth = 0; ; nth++) {
    const id = `payment_${tenant}${object}${nth}`.padEnd(34, "A")
    if (feedPart(id) === (object === 2 ? 7 : 3)) return id
  }
}

const eventOf = (nth: number, { tenant, object }: Extract<Step, { does: "write" }>, skew: number) =>
  ({
    id: eventId(100 + nth + skew * object),
    type: "payment.succeeded",
    published: true,
    apiVersion: "2026-01-01",
    occurredAt: 0,
    livemode: true,
    data: {
      object: { id: subjectOf(tenant, object) },
      payment_id: subjectOf(tenant, object),
      version: 1
    }
  }) satisfies EventRecord

/** A consumer that reads page after page, as those of the engine do. */
interface Consumer {
  readonly had: Array<string>
  readonly parts: Map<number, string | null>
}

const storagesOf = (count: number) => ({
  directory: memory(),
  cells: Object.fromEntries(Array.from({ length: count }, (_, nth) => [`cell-${nth}`, memory()])),
  placeTenant: (tenant: string) => `cell-${Number(tenant.slice(-1)) % count}`
})

/** Does the steps of a case on cells. Ids within one object are in order, however the skew is. */
const happen = async ({ cells: count, consumers: most, isMoving, steps, skew }: Case) => {
  const storages = storagesOf(count)
  const { storage } = await openStorage(cells(storages))
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)
  const row = { id: "deployment", secretCheck: "the check" } as const
  await run(storage.commit([insert(deploymentScope, DeploymentCollection, row)]))
  const committed: Array<EventRecord> = []
  const consumers = new Map<string, Consumer>()
  const moved = new Set<number>()
  for (const step of steps) {
    if (step.does === "write") {
      const event = eventOf(committed.length, step, skew)
      if (committed.some(({ id }) => id === event.id)) continue
      await run(storage.commit([insert(scopeOf(step.tenant), EventCollection, event)]))
      committed.push(event)
    } else if (step.does === "read") {
      const name = `consumer-${step.consumer % most}`
      const consumer: Consumer = consumers.get(name) ?? { had: [], parts: new Map() }
      consumers.set(name, consumer)
      for (const part of new Set(committed.map((each) => feedPart(eventSubject(each))))) {
        const after = consumer.parts.get(part) ?? null
        const page = await run(storage.feed(EventCollection, { part, after, limit: step.limit }))
        consumer.had.push(...page.rows.map((each) => each.row.id))
        consumer.parts.set(part, page.position)
      }
    } else if (
      isMoving &&
      committed.some((each) => eventSubject(each).startsWith(`payment_${step.tenant}`))
    ) {
      const to = `cell-${step.cell % count}`
      await run(moveTenant(storages, { tenant: scopeOf(step.tenant).tenant, to }))
      moved.add(step.tenant)
    }
  }
  for (const [consumer, { parts }] of consumers) {
    const rows = Array.from(
      parts,
      ([part, position]): ConsumerPart => ({
        id: `${consumer}/${part}`,
        consumer,
        part,
        position,
        owner: null,
        leasedUntil: null,
        parked: 0
      })
    )
    await run(
      storage.commit(rows.map((each) => insert(deploymentScope, ConsumerPartCollection, each)))
    )
  }
  return { storages, storage, committed, consumers, moved }
}

/** Copies the cells, and dies at some commits of the target's stores first. */
const copied = async (of: Case, from: ReturnType<typeof storagesOf>) => {
  const to = of.targetCells === 0 ? null : storagesOf(of.targetCells)
  const one = to === null ? memory() : to.directory
  const target = (directory: typeof one) => (to === null ? directory : cells({ ...to, directory }))
  for (const [nth, at] of of.deaths.entries()) {
    const dying = mortalStorage(one)
    const fault = nth % 2 === 0 ? "dies_before" : "dies_after"
    dying.meet((commit) => (commit === at ? fault : undefined))
    const copying = Effect.runPromise(copyStore({ from: cells(from), to: target(dying.layer) }))
    let isOver = false
    const over = () => {
      isOver = true
    }
    void copying.then(over, over)
    while (!isOver && !dying.isDead()) await Effect.runPromise(Effect.sleep(2))
    if (isOver) await copying
  }
  const result = await Effect.runPromise(copyStore({ from: cells(from), to: target(one) }))
  return { result, to: target(one) }
}

const restOf = async (storage: StoragePort, consumer: string, seen: Consumer) => {
  const rows = await Effect.runPromise(
    storage.page(deploymentScope, ConsumerPartCollection, {
      where: { consumer },
      order: "asc",
      limit: 100
    })
  )
  const positions = new Map(rows.map(({ row }) => [row.part, row.position]))
  expect([...positions.keys()].toSorted()).toEqual([...seen.parts.keys()].toSorted())
  const got: Array<string> = []
  for (const part of allParts) {
    const visit = (page: ReadonlyArray<Stored<{ readonly id: string }>>) =>
      Effect.sync(() => void got.push(...page.map(({ row }) => row.id)))
    const after = positions.get(part) ?? null
    await Effect.runPromise(eachPageOfPart(storage, EventCollection, part, visit, after))
  }
  return got
}

const check = async (of: Case) => {
  const { storages, committed, consumers, moved } = await happen(of)
  const { result, to } = await copied(of, storages)
  expect(result.isEqual).toBe(true)
  const { storage } = await openStorage(to)
  for (const [name, consumer] of consumers) {
    const rest = await restOf(storage, name, consumer)
    const had = new Set(consumer.had)
    expect([...new Set([...had, ...rest])].toSorted()).toEqual(
      committed.map(({ id }) => id).toSorted()
    )
    expect(new Set(rest).size).toBe(rest.length)
    const again = rest.filter((id) => had.has(id)).length
    expect(again).toBe(result.repeats[name] ?? 0)
    if (consumers.size === 1 && moved.size === 0) expect(again).toBe(0)
    const subjects = new Map<string, string>(committed.map((each) => [each.id, eventSubject(each)]))
    for (const own of Map.groupBy(rest, (id) => subjects.get(id)).values()) {
      expect(own).toEqual(own.toSorted())
    }
  }
}

const share = Number(process.env.SCENARIO_SHARE ?? 0.05)

it("each consumer gets each event once after a copy from cells, in order, or the proof counts", async () => {
  const cases = fc.sample(anyCase, { numRuns: Math.ceil(200 * share), seed: 34 })
  await Promise.all(
    cases.map((each) =>
      check(each).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(each)}: ${String(error)}`, { cause: error })
      })
    )
  )
})

it("no consumer misses events of a moved tenant that processes with different clocks wrote", async () => {
  await check({
    ...{ cells: 2, consumers: 1, isMoving: true, targetCells: 0, deaths: [], skew: 5 },
    steps: [
      { does: "write", tenant: 2, object: 0 },
      { does: "read", consumer: 0, limit: 1 },
      { does: "write", tenant: 0, object: 1 },
      { does: "write", tenant: 0, object: 0 },
      { does: "move", tenant: 0, cell: 1 }
    ]
  })
})
