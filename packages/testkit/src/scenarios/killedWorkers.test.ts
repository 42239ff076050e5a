import { AttemptCollection, CommitConflict, type Job, JobCollection, Storage } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import { alertsOf, auditedShops, statusOf } from "./testing/auditedShops.ts"
import { day, minute, type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

const leaseMs = 30 * second

const jobsOf = (shop: Shop, kind: Job["kind"]): Promise<ReadonlyArray<Job>> =>
  shop
    .run(everyRow(shop.storage, shop.shop().scope, JobCollection))
    .then((jobs) => jobs.filter((job) => job.kind === kind))

/** Returns the seconds until the job of a kind runs next. */
const secondsUntil = async (shop: Shop, kind: Job["kind"]): Promise<number> => {
  const [job] = await jobsOf(shop, kind)
  return job === undefined ? Number.NaN : Math.round((job.dueAt - shop.clock.now()) / second)
}

/** Has this many workers claim due jobs, one after the other, and kills each before its call. */
const killedAtClaim = async (shop: Shop, workers: number): Promise<void> => {
  for (let worker = 0; worker < workers; worker++) {
    const now = shop.clock.now()
    const query = { now, leaseUntil: now + leaseMs, limit: 10, perTenant: 10 }
    expect(await shop.run(shop.storage.claimDue(query))).toHaveLength(1)
    await shop.clock.advance(leaseMs)
  }
}

describe("six workers that are killed before their call", () => {
  it("leave the lookups of a charge as close together as before", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.throws())
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: 2 })
    const payment = await shop.pay("approved")
    await shop.clock.advance(5 * second)
    await killedAtClaim(shop, 6)
    await shop.work()
    expect(await secondsUntil(shop, "recover_attempt")).toBe(30)
    await shop.elapse(30 * second)
    expect(await secondsUntil(shop, "recover_attempt")).toBe(120)
    expect(await statusOf(shop, payment)).toBe("processing")
  })

  it("leave the lookups of a refund as close together as before", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    shop.box.script.lookup(lookupThat.isUnavailable())
    await shop.shop().payments.refund(payment.id, {}, { idempotencyKey: "refund" })
    await shop.work()
    await shop.clock.advance(5 * second)
    await killedAtClaim(shop, 6)
    await shop.work()
    expect(await secondsUntil(shop, "carry_out_modification")).toBe(30)
    await shop.elapse(minute)
    expect(await statusOf(shop, payment)).toBe("refunded")
    expect(shop.sent).toHaveLength(1)
  })

  it("leave an unsent void that is sent within seconds", async () => {
    const shop = await open()
    const payment = await shop.pay("approved", { captureMethod: "manual" })
    shop.box.script.void(modificationThat.isNotSent())
    await shop.shop().payments.void(payment.id, {}, { idempotencyKey: "void" })
    await killedAtClaim(shop, 6)
    await shop.work()
    expect(await secondsUntil(shop, "carry_out_modification")).toBe(5)
    await shop.elapse(5 * second)
    expect(await statusOf(shop, payment)).toBe("voided")
  })

  it("leave an answered lookup that is counted once, however often its job was claimed", async () => {
    const shop = await open()
    shop.box.script.charge(chargeThat.throws())
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    await shop.pay("approved")
    const waits: Array<number> = []
    for (let question = 0; question < 4; question++) {
      await shop.clock.advance((await secondsUntil(shop, "recover_attempt")) * second)
      await killedAtClaim(shop, 2)
      await shop.work()
      waits.push(await secondsUntil(shop, "recover_attempt"))
    }
    expect(waits).toEqual([30, 120, 600, 3600])
  })
})

describe("a job whose commit lost a race", () => {
  /** Makes this many commits that end a job conflict, as if another worker had been faster. */
  const losing = (races: number) => {
    let left = 0
    const between = (inner: Storage["Service"]) =>
      Storage.of({
        ...inner,
        commit: (changes) => {
          const settles = changes.some(({ collection }) => collection.name === "payments")
          if (!settles || left === 0) return inner.commit(changes)
          left -= 1
          const conflict = { reason: "stale", collection: "payments", key: "payment" } as const
          return Effect.fail(new CommitConflict(conflict))
        }
      })
    return { between, start: () => (left = races), left: () => left }
  }

  it("decides again at once", async () => {
    const races = losing(1)
    const shop = await open({ between: races.between })
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved")
    await shop.clock.advance(5 * second)
    const before = shop.clock.now()
    races.start()
    await shop.work()
    expect([races.left(), shop.clock.now() - before]).toEqual([0, 0])
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("raises one alert if it fails six times in a row, over more than an hour", async () => {
    let isBroken = false
    const shop = await open({
      between: (inner) =>
        Storage.of({
          ...inner,
          get: (scope, of, id) =>
            isBroken && of.name === AttemptCollection.name
              ? Effect.die(new Error("This row can't be read."))
              : inner.get(scope, of, id)
        })
    })
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved")
    isBroken = true
    await shop.elapse(70 * minute)
    expect(alertsOf(shop)).toEqual([])
    await shop.elapse(10 * minute)
    expect(alertsOf(shop)).toEqual(["alert.job_failing"])
    expect(shop.alerts.map(({ event }) => event.data.object)).toEqual([
      {
        object: "job",
        id: expect.stringMatching(/^job_/),
        kind: "recover_attempt",
        subject: shop.lastAttempt(payment),
        failures: 6
      }
    ])
    await shop.elapse(3 * day)
    expect(alertsOf(shop)).toHaveLength(1)
    isBroken = false
    await shop.elapse(day)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("is retried after growing waits if it loses more races, not after seconds", async () => {
    const races = losing(6)
    const shop = await open({ between: races.between })
    shop.box.script.charge(chargeThat.throwsAfterCharging())
    const payment = await shop.pay("approved")
    await shop.clock.advance(5 * second)
    races.start()
    const waits: Array<number> = []
    for (let run = 0; run < 3; run++) {
      await shop.work()
      const [job] = await jobsOf(shop, "recover_attempt")
      waits.push((job?.leasedUntil ?? 0) - shop.clock.now())
      await shop.clock.advance(waits.at(-1) ?? 0)
    }
    const [first = 0, next = 0, last = 0] = waits
    expect(first >= 5 && first <= 15 && next >= 10 && next <= 30 && last >= 20 && last <= 60).toBe(
      true
    )
    await shop.work()
    expect(races.left()).toBe(0)
    expect(await statusOf(shop, payment)).toBe("succeeded")
    expect(shop.logged.map(({ message }) => message)).not.toContain(
      "A job failed and will be tried again."
    )
  })
})
