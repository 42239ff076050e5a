import { type Change, type PaymentProvider, Storage, StorageUnavailable } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { settled } from "../clock/manualClock.ts"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

/** Provider calls may take long in these shops. */
const patient = { engine: { providerTimeoutMs: 5 * minute } }

const refund = (shop: Shop, { id }: { readonly id: string }) =>
  shop.shop().payments.refund(id, {}, { idempotencyKey: `refund ${id}` })

/**
 * Lets this many seconds pass, and returns how many jobs another process could claim meanwhile.
 */
const takenBy = async (
  other: { readonly runDue: () => Promise<number> },
  shop: Shop,
  s: number
) => {
  let taken = 0
  for (let passed = 0; passed < s; passed++) {
    await shop.clock.advance(second)
    taken += await shop.until(other.runDue())
  }
  return taken
}

describe("a job of a living worker", () => {
  it("is claimed by no other worker, however long it takes", async () => {
    const shop = await open(patient)
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.answersAfter(4 * minute))
    await refund(shop, payment)
    const other = await shop.start()
    const slow = shop.process().payloom.runDue()
    await settled()
    expect(await takenBy(other.payloom, shop, 238)).toBe(0)
    await shop.clock.advance(2 * second)
    expect(await slow).toBe(1)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(1)
  })

  it("is finished by it, whatever it commits between the renewals of its lease", async () => {
    const shop = await open(patient)
    const { lookupModification } = shop.box.provider
    const slow: PaymentProvider["lookupModification"] = (query) =>
      Effect.delay(lookupModification(query), 45 * second)
    Object.assign(shop.box.provider, { lookupModification: slow })
    await shop.restart()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throws())
    shop.box.script.refund(modificationThat.answersAfter(45 * second))
    await refund(shop, payment)
    await shop.work()
    await shop.clock.advance(5 * second)
    const other = await shop.start()
    const working = shop.process().payloom.runDue()
    await settled()
    expect(await takenBy(other.payloom, shop, 89)).toBe(0)
    await shop.clock.advance(second)
    expect(await working).toBe(1)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(2)
    expect(shop.logged.map(({ message }) => message)).toEqual(["The provider's adapter failed."])
  })

  it("is kept while the store is unavailable for a moment", async () => {
    let isAway = false
    const shop = await open({
      ...patient,
      between: (inner) =>
        Storage.of({
          ...inner,
          commit: (changes) =>
            isAway
              ? Effect.fail(new StorageUnavailable({ cause: "the line broke" }))
              : inner.commit(changes)
        })
    })
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.answersAfter(minute))
    await refund(shop, payment)
    const other = await shop.start()
    const slow = shop.process().payloom.runDue()
    await shop.clock.advance(5 * second)
    isAway = true
    await shop.clock.advance(10 * second)
    isAway = false
    expect(await takenBy(other.payloom, shop, 44)).toBe(0)
    await shop.clock.advance(second)
    await slow
    expect(await statusOf(shop, payment)).toBe("refunded")
  })
})

describe("the jobs of one worker", () => {
  it("keep their leases even if the store never answers the renewal of another", async () => {
    let stuck: string | null = null
    const renews = (change: Change) =>
      change._tag === "Update" && change.collection.name === "jobs" && subjectOf(change) === stuck
    const shop = await open({
      ...patient,
      between: (inner) =>
        Storage.of({
          ...inner,
          commit: (changes) => (changes.some(renews) ? Effect.never : inner.commit(changes))
        })
    })
    const payments = [await shop.pay("approved"), await shop.pay("approved")]
    shop.box.script.refund(modificationThat.answersAfter(minute), { times: 2 })
    const [first] = await Promise.all(payments.map((payment) => refund(shop, payment)))
    const other = await shop.start()
    const slow = shop.process().payloom.runDue()
    slow.catch(() => undefined)
    await settled()
    stuck = first?.id ?? ""
    expect(await takenBy(other.payloom, shop, 29)).toBe(0)
    stuck = null
    expect(await takenBy(other.payloom, shop, 30)).toBe(1)
    await shop.clock.advance(minute)
    for (const payment of payments) expect(await statusOf(shop, payment)).toBe("refunded")
    await shop.restart()
    expect(shop.sent).toHaveLength(2)
  })
})

const subjectOf = ({ row }: { readonly row: object }) =>
  (row as { readonly subject?: unknown }).subject

describe("a job that failed", () => {
  it("waits as long as its retry says, even if a renewal was waiting during the write", async () => {
    let isBroken = false
    const failing = Effect.fail(new StorageUnavailable({ cause: "the line broke" }))
    const shop = await open({
      ...patient,
      between: (inner) =>
        Storage.of({
          ...inner,
          get: (scope, of, id) =>
            isBroken && of.name === "modifications"
              ? Effect.delay(failing, 9.8 * second)
              : inner.get(scope, of, id),
          commit: (changes) =>
            isBroken ? Effect.delay(inner.commit(changes), second) : inner.commit(changes)
        })
    })
    const payment = await shop.pay("approved")
    await refund(shop, payment)
    isBroken = true
    for (const wait of [5 * second, 30 * second, 2 * minute]) {
      expect(await shop.until(shop.process().payloom.runDue())).toBe(1)
      const failedAt = shop.clock.now() - second
      const dueAt = Option.getOrThrow(await Effect.runPromise(shop.storage.nextDue()))
      expect(dueAt - failedAt).toBe(wait)
      await shop.clock.advance(dueAt - shop.clock.now())
    }
    isBroken = false
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
  })
})

describe("a program that runs due jobs without workers", () => {
  it("can end afterwards, because no timer keeps it running", async () => {
    const shop = await open(patient)
    await refund(shop, await shop.pay("approved"))
    const before = shop.clock.sleeping()
    expect(await shop.until(shop.process().payloom.runDue())).toBe(1)
    expect(shop.clock.sleeping()).toBe(before)
  })
})

describe("a job whose worker was killed", () => {
  it("is taken over half a minute after the last renewal of its lease", async () => {
    const shop = await open(patient)
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved")
    shop.box.script.lookup(lookupThat.hangs())
    await shop.clock.advance(5 * second)
    const dying = shop.process().payloom.runDue()
    dying.catch(() => undefined)
    await settled()
    await shop.clock.advance(25 * second)
    await shop.restart()
    expect(await takenBy(shop.process().payloom, shop, 24)).toBe(0)
    expect(await takenBy(shop.process().payloom, shop, 1)).toBe(1)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("while it sent a refund is taken over soon, and looked up before anything is sent", async () => {
    const shop = await open(patient)
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.hangsAfterwards())
    await refund(shop, payment)
    const dying = shop.process().payloom.runDue()
    dying.catch(() => undefined)
    await settled()
    await shop.clock.advance(15 * second)
    await shop.restart()
    expect(await takenBy(shop.process().payloom, shop, 26)).toBe(1)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(1)
  })
})
