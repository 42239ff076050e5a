import {
  type Acting,
  ActingAs,
  AuditCollection,
  type Change,
  type CustomerId,
  type Scope
} from "@payloom/core"
import { Effect, Predicate } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { settled } from "../clock/manualClock.ts"
import type { Process } from "./testing/ground.ts"
import { openLoyalty } from "./testing/loyalty.ts"
import { mutations, unrecorded } from "./testing/mutations.ts"
import { type NotifyingShop, notifyingShop } from "./testing/notifyingShop.ts"
import { hour, openShop, type Shop, second } from "./testing/openShop.ts"
import { webhookSink } from "./testing/webhookSink.ts"

const ada: Acting = { actor: { type: "user", id: "ada" }, reason: "By hand" }

/** A shop whose commits are recorded. */
const watched = async () => {
  const commits: Array<ReadonlyArray<Change>> = []
  const on = await notifyingShop((more) =>
    openShop({
      ...more,
      webhooks: webhookSink(),
      between: (storage) => ({
        ...storage,
        commit: (changes) =>
          Effect.tap(storage.commit(changes), () => Effect.sync(() => commits.push(changes)))
      })
    })
  )
  return { ...on, commits }
}

/** Calls an operation for Ada. */
const call = (
  { payloom }: Process,
  scope: Scope,
  name: string,
  args: ReadonlyArray<unknown>
): Promise<unknown> => {
  const [service = "", operation = ""] = name.split(".")
  if (service === "consumers") {
    const { consumers } = payloom.services
    const [consumer, event] = args as readonly [string, string]
    return Effect.runPromise(
      Effect.provideService(consumers.replay(consumer, event), ActingAs, ada)
    )
  }
  const acting = payloom.as(ada)
  const services = { ...acting.merchant(scope), tenants: acting.tenants } as unknown as Record<
    string,
    Record<string, (...given: ReadonlyArray<unknown>) => Promise<unknown>>
  >
  return Promise.resolve(services[service]?.[operation]?.(...args))
}

/** Every entry of the tenant, and those of a tenant that was created. */
const entriesOf = async (shop: Shop, name: string): Promise<number> => {
  const scopes = await shop.run(shop.storage.scopes({ limit: 100 }))
  let found = 0
  for (const scope of scopes) {
    const rows = await shop.run(everyRow(shop.storage, scope, AuditCollection))
    found += rows.filter(({ operation }) => operation === name).length
  }
  return found
}

const keyIn = (args: ReadonlyArray<unknown>): boolean =>
  Predicate.hasProperty(args.at(-1), "idempotencyKey")

/** Returns the arguments with one that no operation takes. */
const spoilt = (args: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const at = Predicate.hasProperty(args[0], "tenant") ? 1 : 0
  const given = args[at]
  const bad =
    typeof given === "string"
      ? "none"
      : Array.isArray(given)
        ? [{ odd: true }]
        : { ...Object(given), odd: true }
  // A refused request holds its key, so it has another.
  const unkeyed = keyIn(args) ? args.with(-1, { idempotencyKey: "spoilt" }) : args
  return unkeyed.with(at, bad)
}

const isWrite = ({ _tag, collection }: Change): boolean =>
  _tag !== "Check" && collection.name !== "idempotency_records"

const isEntry = ({ collection }: Change): boolean => collection.name === AuditCollection.name

const doOnce = async (on: NotifyingShop, name: string, args: ReadonlyArray<unknown>) => {
  const { shop } = on
  return shop.until(call(shop.process(), shop.shop().scope, name, args))
}

/** Lets time pass until a call has ended, or its process is dead. */
const endOrDeath = async (shop: Shop, calling: Promise<unknown>) => {
  let isOver = false
  const end = () => {
    isOver = true
  }
  calling.then(end, end)
  await settled(() => isOver)
  for (let turn = 0; turn < 100 && !isOver && !shop.process().mortal.isDead(); turn++) {
    await shop.clock.advance(second)
  }
}

describe("every operation", () => {
  it("is a mutation of these tests, or writes nothing for an actor", async () => {
    const { services } = (await openShop()).process().payloom.services.parts
    const all = Object.entries(services).flatMap(([service, { operations }]) =>
      Object.keys(operations).map((operation) => `${service}.${operation}`)
    )
    expect([...Object.keys(mutations), ...unrecorded].sort()).toEqual(all.sort())
  })
})

describe.each(Object.entries(mutations))("%s", (name, prepare) => {
  it("writes one entry, in its first commit, and none if it is repeated or refused", async () => {
    const on = await watched()
    const { shop, commits } = on
    const args = await prepare(on)
    const refused = await doOnce(on, name, spoilt(args)).catch((error: unknown) => error)
    expect(Predicate.hasProperty(refused, "_tag")).toBe(true)
    expect(await entriesOf(shop, name)).toBe(0)
    commits.length = 0
    await doOnce(on, name, args)
    const first = commits.find((changes) => changes.some(isWrite)) ?? []
    expect(first.filter(isEntry)).toHaveLength(1)
    expect(await entriesOf(shop, name)).toBe(1)
    if (keyIn(args)) await doOnce(on, name, args).catch(() => undefined)
    await shop.elapse(hour)
    expect(await entriesOf(shop, name)).toBe(1)
    expect(await shop.audit()).toEqual([])
  })

  it.each([
    ["dies_before", 1],
    ["dies_after", 1],
    ["dies_before", 2]
  ] as const)("has one entry in the end if its process %s commit %i", async (fault, commit) => {
    const on = await watched()
    const { shop } = on
    const args = await prepare(on)
    shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
    const dying = call(shop.process(), shop.shop().scope, name, args)
    await endOrDeath(shop, dying)
    const isWritten = fault === "dies_after" || commit === 2
    expect(await entriesOf(shop, name)).toBe(isWritten ? 1 : 0)
    await shop.restart()
    if (!isWritten) await doOnce(on, name, args)
    else if (keyIn(args)) await doOnce(on, name, args).catch(() => undefined)
    await shop.elapse(hour)
    expect(await entriesOf(shop, name)).toBe(1)
  })
})

describe("a mutation of a module", () => {
  it("writes one entry with it, and none if it is repeated or refused", async () => {
    const { payloom, shop, customer } = await openLoyalty()
    const { points } = payloom.as(ada).merchant(shop.scope)
    const grant = (amount: bigint, key: string) =>
      points.grant({ customer: customer as CustomerId, amount }, { idempotencyKey: key })
    const { id } = await grant(100n, "grant")
    await grant(100n, "grant")
    await points.spend(id, { amount: 10n }, { idempotencyKey: "spend" })
    const more = points.spend(id, { amount: 1000n }, { idempotencyKey: "more" })
    await expect(more).rejects.toMatchObject({ _tag: "TooFewPoints" })
    await points.points({ customer: customer as CustomerId })
    const { data } = await shop.audit.list()
    expect(data.map(({ operation, subject }) => [operation, subject])).toEqual([
      ["points.spend", id],
      ["points.grant", id]
    ])
    await payloom.close()
  })
})
