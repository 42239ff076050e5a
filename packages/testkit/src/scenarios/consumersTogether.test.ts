import {
  type Collection,
  type ConsumedEvent,
  ConsumerPartCollection,
  collections,
  type Row,
  update
} from "@payloom/core"
import { afterEach, describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { auditedShops, payTimes } from "./testing/auditedShops.ts"
import type { Process } from "./testing/ground.ts"
import { hour, minute, type Shop, second } from "./testing/openShop.ts"

const audited = auditedShops()
const opened: Array<Process> = []
afterEach(async () => {
  for (const { payloom, mortal } of opened.splice(0)) if (!mortal.isDead()) await payloom.close()
})

/** Opens a shop whose processes run consumers automatically as time passes. */
const open = async () => {
  const shop = await audited({ workers: true })
  opened.push(shop.process())
  return shop
}

const start = async (shop: Shop) => {
  const process = await shop.start()
  opened.push(process)
  return process
}

const consuming = async ({ payloom }: Process, delayed = async () => {}) => {
  const seen: Array<ConsumedEvent> = []
  const { stop } = await payloom.events.consume("fulfilment", async (event) => {
    await delayed()
    seen.push(event)
  })
  return { seen, stop }
}

const deployment = { tenant: "deployment", mode: "live" } as const

/** Returns the deployment's rows of a collection, with their versions. */
const rowsOf = <R extends Row>(shop: Shop, of: Collection<R>) =>
  shop.run(shop.storage.page(deployment, of, { order: "asc", limit: 100 }))

const ownersOf = async (shop: Shop) => {
  const parts = await shop.run(everyRow(shop.storage, deployment, ConsumerPartCollection))
  const owned = Map.groupBy(parts, ({ owner }) => owner)
  return [...owned].map(([owner, own]) => [owner === null ? null : "owned", own.length])
}

const ids = (...seen: ReadonlyArray<ReadonlyArray<ConsumedEvent>>) =>
  seen.flatMap((events) => events.map(({ id }) => id)).toSorted()

const allIds = async (shop: Shop) => (await shop.events()).map(({ id }) => id).toSorted()

describe("consumers that run with the engine's workers", () => {
  it("receive an event as soon as it is committed", async () => {
    const shop = await open()
    const { seen } = await consuming(shop.process())
    await shop.clock.advance(second)
    const before = shop.clock.now()
    await shop.pay("approved")
    await shop.clock.advance(0)
    expect(seen.map(({ type }) => type)).toEqual(["payment.succeeded"])
    expect(shop.clock.now()).toBe(before)
  })

  it("share the work among processes, each event in one of them", async () => {
    const shop = await open()
    const other = await start(shop)
    const one = await consuming(shop.process())
    const two = await consuming(other)
    await shop.clock.advance(minute)
    expect(await ownersOf(shop)).toEqual([
      ["owned", 8],
      ["owned", 8]
    ])
    await payTimes(shop, 40)
    await shop.clock.advance(2 * second)
    expect(ids(one.seen, two.seen)).toEqual(await allIds(shop))
    expect(Math.min(one.seen.length, two.seen.length)).toBeGreaterThan(0)
  })

  it("take over the parts of a dead process after its lease has ended", async () => {
    const shop = await open()
    const other = await start(shop)
    const one = await consuming(shop.process())
    await consuming(other)
    await shop.clock.advance(minute)
    other.mortal.kill()
    await payTimes(shop, 30)
    await shop.clock.advance(minute)
    expect(ids(one.seen)).toEqual(await allIds(shop))
    expect(await ownersOf(shop)).toEqual([["owned", 16]])
  })

  it("take over the parts of a dead process even if its clock was set back by hours", async () => {
    const shop = await open()
    const other = await start(shop)
    await consuming(other)
    await shop.clock.advance(minute)
    other.mortal.kill()
    const ahead = shop.clock.now() + 5 * hour
    const all: ReadonlyArray<Collection<Row>> = collections
    const ofMembers = all.find(({ name }) => name === "consumer_members")
    if (ofMembers === undefined) throw new Error("no collection")
    const members = await rowsOf(shop, ofMembers)
    expect(members).toHaveLength(1)
    const parts = await rowsOf(shop, ConsumerPartCollection)
    await shop.run(
      shop.storage.commit([
        ...members.map((member) =>
          update(ofMembers, member, Object.assign({ ...member.row }, { aliveUntil: ahead }))
        ),
        ...parts.map((part) =>
          update(ConsumerPartCollection, part, { ...part.row, leasedUntil: ahead })
        )
      ])
    )
    const { seen } = await consuming(shop.process())
    await payTimes(shop, 30)
    await shop.clock.advance(minute)
    expect(ids(seen)).toEqual(await allIds(shop))
    expect(await ownersOf(shop)).toEqual([["owned", 16]])
  })

  it("release their parts when their engine is closed, and another process takes them at its next poll", async () => {
    const shop = await open()
    const other = await start(shop)
    const one = await consuming(shop.process())
    const two = await consuming(other)
    await shop.clock.advance(minute)
    await shop.until(other.payloom.close())
    await shop.clock.advance(11 * second)
    expect(await ownersOf(shop)).toEqual([["owned", 16]])
    await payTimes(shop, 20)
    await shop.clock.advance(second)
    expect(two.seen).toEqual([])
    expect(ids(one.seen)).toEqual(await allIds(shop))
  })

  it("finish the events that they received before they stop", async () => {
    const shop = await open()
    const gate = Promise.withResolvers<void>()
    const { seen, stop } = await consuming(shop.process(), () => gate.promise)
    await shop.clock.advance(second)
    await shop.pay("approved")
    await shop.clock.advance(0)
    const stopped = stop()
    gate.resolve()
    await shop.until(stopped)
    expect(seen).toHaveLength(1)
    expect(await ownersOf(shop)).toEqual([[null, 16]])
    const again = await consuming(shop.process())
    await shop.clock.advance(second)
    expect(again.seen).toEqual([])
  })

  it("in one process receive events of another process within one poll", async () => {
    const shop = await open()
    const other = await start(shop)
    const { seen } = await consuming(other)
    await shop.clock.advance(second)
    await payTimes(shop, 3)
    await shop.clock.advance(second)
    expect(ids(seen)).toEqual(await allIds(shop))
  })
})
