import { insert, type Job, JobCollection, remove, type Scope, type Storage } from "@payloom/core"
import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { statusOf } from "./testing/auditedShops.ts"
import { day, hour, minute, openShop, type Shop } from "./testing/openShop.ts"

const opened: Array<Shop> = []
const open = async (options: Parameters<typeof openShop>[0]): Promise<Shop> => {
  const shop = await openShop(options)
  opened.push(shop)
  return shop
}
afterEach(async () => {
  for (const shop of opened.splice(0)) shop.process().mortal.kill()
})

/** A storage in which the check for expiring cards never ends. */
const withoutCards = (inner: Storage["Service"]): Storage["Service"] => ({
  ...inner,
  page: (scope, of, query) =>
    of.name === "payment_instruments" ? Effect.never : inner.page(scope, of, query)
})

const jobsOf = (shop: Shop, scope: Scope = shop.shop().scope): Promise<ReadonlyArray<Job>> =>
  shop.run(everyRow(shop.storage, scope, JobCollection))

const recurring = ["announce_expiries"]

const isRecurring = ({ kind }: Job) => recurring.includes(kind)

/** Removes the jobs that an earlier release would not have created for an account. */
const forgetJobs = async (shop: Shop, scope: Scope): Promise<void> => {
  const page = await shop.run(shop.storage.page(scope, JobCollection, { order: "asc", limit: 100 }))
  const gone = page.filter(({ row }) => isRecurring(row))
  await shop.run(shop.storage.commit(gone.map((job) => remove(JobCollection, job))))
}

describe("the lanes of a worker", () => {
  it("keep jobs on money running while all slots of another lane hang", async () => {
    const shop = await open({
      workers: true,
      engine: { workerConcurrency: 2, pollMs: minute },
      between: withoutCards
    })
    // More accounts than slots, each with a job that hangs from midnight on.
    for (let n = 0; n < 8; n++) {
      const other = { displayName: "Other", defaultCurrency: "EUR" }
      await shop.process().payloom.tenants.create(other)
    }
    await shop.clock.advance(day)
    const payment = await shop.pay("lost_answer")
    expect(payment.status).toBe("processing")
    await shop.clock.advance(2 * minute)
    expect(await statusOf(shop, payment)).toBe("succeeded")
  })

  it("do not run or change a job of a kind that only a newer release knows", async () => {
    const shop = await open({})
    const { scope } = shop.shop()
    const job: Job = {
      id: shop.mids[0]?.replace("mid_", "job_") ?? "",
      kind: "deliver_by_pigeon",
      subject: "pigeon",
      dueAt: shop.clock.now(),
      leasedUntil: null,
      asked: 0,
      failures: 0
    }
    await shop.run(shop.storage.commit([insert(scope, JobCollection, job)]))
    await shop.clock.advance(hour)
    expect(await shop.process().payloom.runDue()).toBe(0)
    expect((await jobsOf(shop)).filter(({ kind }) => kind === job.kind)).toEqual([job])
    expect(shop.logged).toEqual([])
  })
})

describe("an account's recurring jobs", () => {
  it.each([
    ["workers that start", true],
    ["the first run of due jobs", false]
  ])("are created by %s if an earlier release created the account", async (_, workers) => {
    const shop = await open({ workers })
    const { scope } = shop.shop()
    const inLive: Scope = { ...scope, mode: "live" }
    await forgetJobs(shop, scope)
    await forgetJobs(shop, inLive)
    await shop.restart()
    if (!workers) await shop.work()
    await shop.clock.advance(minute)
    for (const account of [scope, inLive]) {
      const [job, ...more] = (await jobsOf(shop, account)).filter(isRecurring)
      expect(job?.dueAt).toBe(Math.ceil(shop.clock.now() / day) * day)
      expect(more).toEqual([])
    }
  })

  it("stay unchanged if they exist, and are created only for accounts", async () => {
    const shop = await open({})
    const scopes = await shop.run(shop.storage.scopes({ limit: 100 }))
    const before = await Promise.all(scopes.map((scope) => jobsOf(shop, scope)))
    await shop.restart()
    await shop.work()
    expect(await Promise.all(scopes.map((scope) => jobsOf(shop, scope)))).toEqual(before)
    // The account in both modes, and the deployment itself.
    expect(scopes).toHaveLength(3)
    expect(before.flat().filter(isRecurring)).toHaveLength(2)
  })
})
