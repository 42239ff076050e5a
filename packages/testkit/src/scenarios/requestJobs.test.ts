import { type Change, CommitConflict, type Payment, Storage } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { settled } from "../clock/manualClock.ts"
import type { CommitFault } from "../faults/mortalStorage.ts"
import { modificationThat } from "../sandbox/conduct.ts"
import { auditedShops, statusOf } from "./testing/auditedShops.ts"
import { hour, minute, openShop, type Shop, second } from "./testing/openShop.ts"

const audited = auditedShops()

/** Workers run jobs at their due time. Polls in between would only slow down the tests. */
const seldom = { workers: true, engine: { pollMs: 12 * hour } }

const open: typeof audited = (options = {}) =>
  audited({ ...seldom, ...options, engine: { ...seldom.engine, ...options.engine } })

const kinds = ["capture", "void", "refund"] as const
type Kind = (typeof kinds)[number]

const statusAfter = { capture: "succeeded", void: "voided", refund: "refunded" } as const

/** The fields of a payment that the kind of modification needs. */
const fieldsFor = (kind: Kind) => (kind === "refund" ? {} : { captureMethod: "manual" as const })

const ask = ({ shop }: Shop, kind: Kind, { id }: { readonly id: string }, key: string = kind) =>
  shop().payments[kind](id, {}, { idempotencyKey: key })

/** Counts the commits of every process, and records their changes. */
const counting = () => {
  const commits: Array<ReadonlyArray<Change>> = []
  const between = (inner: Storage["Service"]) =>
    Storage.of({
      ...inner,
      commit: (changes) => {
        commits.push(changes)
        return inner.commit(changes)
      }
    })
  return { between, commits }
}

const lostRace = Effect.fail(
  new CommitConflict({ reason: "stale", collection: "payments", key: "payment" })
)

type Commit = ReturnType<Storage["Service"]["commit"]>

/** Opens a shop whose only process has one worker, and counts concurrent refunds. */
const openCounting = async (met: (commit: Commit) => Commit = (commit) => commit) => {
  let running = 0
  let most = 0
  const begin = Effect.sync(() => {
    running += 1
    most = Math.max(most, running)
  })
  const end = Effect.sync(() => {
    running -= 1
  })
  const shop = await open({
    engine: { workerConcurrency: 1 },
    between: (inner) => Storage.of({ ...inner, commit: (changes) => met(inner.commit(changes)) }),
    adapted: (provider) => ({
      ...provider,
      refund: (request) =>
        begin.pipe(
          Effect.andThen(Effect.delay(provider.refund(request), second)),
          Effect.ensuring(end)
        )
    })
  })
  return { shop, most: () => most }
}

describe("a process with workers carries out the jobs of its own requests", () => {
  it.each(kinds)("in two commits, and still answers pending: a %s", async (kind) => {
    const counted = counting()
    const shop = await open({ between: counted.between })
    const payment = await shop.pay("approved", fieldsFor(kind))
    counted.commits.length = 0
    expect(await ask(shop, kind, payment)).toMatchObject({ object: kind, status: "pending" })
    await settled()
    expect(await statusOf(shop, payment)).toBe(statusAfter[kind])
    expect(counted.commits).toHaveLength(2)
    expect(shop.sent).toHaveLength(1)
    await shop.elapse(hour)
    expect(shop.sent).toHaveLength(1)
  })

  it.each(kinds)("and starts no second job for a repeated request: a %s", async (kind) => {
    const shop = await open()
    const payment = await shop.pay("approved", fieldsFor(kind))
    const first = await ask(shop, kind, payment)
    await settled()
    expect(await ask(shop, kind, payment)).toEqual(first)
    await shop.elapse(hour)
    expect(shop.sent).toHaveLength(1)
  })

  it("once, even if other processes run jobs too and the provider takes minutes", async () => {
    const shop = await open({ engine: { providerTimeoutMs: 5 * minute } })
    await shop.start()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.answersAfter(4 * minute))
    await ask(shop, "refund", payment)
    await shop.elapse(10 * minute)
    expect(shop.sent).toHaveLength(1)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("again after seconds if the provider says that the call did not arrive", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.isNotSent())
    await ask(shop, "refund", payment)
    await settled()
    expect(await statusOf(shop, payment)).toBe("succeeded")
    await shop.elapse(6 * second)
    expect([shop.sent.length, new Set(shop.sent).size]).toEqual([2, 1])
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("less and less often while no call arrives, and looks up within seconds after one has", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.isNotSent(), { times: 8 })
    await ask(shop, "refund", payment)
    await settled()
    const sentAfter: Array<number> = []
    for (const wait of [5 * second, 30 * second, 2 * minute, 10 * minute, hour, hour]) {
      await shop.elapse(wait)
      sentAfter.push(shop.sent.length)
    }
    expect(sentAfter).toEqual([2, 3, 4, 5, 6, 7])
    shop.box.script.refund(modificationThat.throwsAfterwards())
    await shop.elapse(2 * hour + 5 * second)
    expect(shop.sent).toHaveLength(9)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("with a lookup if the answer was lost, and never sends an arrived call again", async () => {
    const shop = await open()
    const payment = await shop.pay("approved")
    shop.box.script.refund(modificationThat.throwsAfterwards())
    await ask(shop, "refund", payment)
    await shop.elapse(minute)
    expect(shop.sent).toHaveLength(1)
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it("up to a limit at once, and all of the others through a worker", async () => {
    const { shop, most } = await openCounting()
    const payment = await shop.pay("approved")
    const { payments } = shop.shop()
    for (let n = 0; n < 20; n++) {
      await payments.refund(payment.id, { amount: 1n }, { idempotencyKey: `refund ${n}` })
    }
    await shop.elapse(hour)
    // Eight request jobs, one of the worker, and one of the test.
    expect(most()).toBeLessThanOrEqual(10)
    expect(await shop.run(shop.box.bank.modifications())).toHaveLength(20)
    expect((await shop.shop().payments.retrieve(payment.id)).amountRefunded).toBe(20n)
  })

  it("up to a limit at once, even if all are requested at once and refused now and then", async () => {
    let commits = 0
    const { shop, most } = await openCounting((commit) =>
      Effect.andThen(
        Effect.promise(() => new Promise(setImmediate)),
        Effect.suspend(() => (++commits % 3 === 0 ? lostRace : commit))
      )
    )
    const payments: Array<Payment> = []
    for (let n = 0; n < 20; n++) payments.push(await shop.pay("approved"))
    await Promise.all(payments.map((payment) => ask(shop, "refund", payment, payment.id)))
    await shop.elapse(hour)
    expect(most()).toBeLessThanOrEqual(10)
    expect(most()).toBeGreaterThanOrEqual(8)
    expect(await shop.run(shop.box.bank.modifications())).toHaveLength(20)
  })

  it("only through a worker if the process runs no jobs", async () => {
    const shop = await open({ workers: false })
    const payment = await shop.pay("approved")
    await ask(shop, "refund", payment)
    await settled()
    expect(shop.sent).toEqual([])
    await shop.work()
    expect(await statusOf(shop, payment)).toBe("refunded")
  })

  it.each(["is recorded", "is being recorded"])(
    "before it closes, if the job %s when closing begins",
    async (when) => {
      const gate = Promise.withResolvers<void>()
      let isHeldUp = false
      const between = (inner: Storage["Service"]) =>
        Storage.of({
          ...inner,
          commit: (changes) => {
            const held = isHeldUp ? Effect.promise(() => gate.promise) : Effect.void
            return Effect.andThen(held, inner.commit(changes))
          }
        })
      const shop = await openShop({ workers: true, between })
      const payment = await shop.pay("approved")
      shop.box.script.refund(modificationThat.answersAfter(5 * second))
      isHeldUp = when === "is being recorded"
      const asking = ask(shop, "refund", payment)
      await settled()
      isHeldUp = false
      const closing = shop.process().payloom.close()
      await settled()
      gate.resolve()
      expect(await asking).toMatchObject({ status: "pending" })
      await shop.until(closing)
      const other = await shop.start()
      const refunded = await other.merchant.payments.retrieve(payment.id)
      expect(refunded.status).toBe("refunded")
      await other.payloom.close()
    }
  )
})

const faults: ReadonlyArray<CommitFault> = [
  "dies_before",
  "dies_after",
  "unavailable_before",
  "unavailable_after"
]

describe("a process that dies or loses its store during a request's job", () => {
  for (const kind of kinds) {
    for (const commit of [1, 2]) {
      it.each(faults)(
        `leaves a ${kind} carried out at most once, commit ${commit}: %s`,
        async (fault) => {
          const shop = await open()
          const payment = await shop.pay("approved", fieldsFor(kind))
          shop.process().mortal.meet((at) => (at === commit ? fault : undefined))
          const asking = ask(shop, kind, payment)
          asking.catch(() => undefined)
          await settled()
          await shop.clock.advance(second)
          await shop.restart()
          await shop.elapse(2 * hour)
          const wasAsked = commit === 2 || fault.endsWith("after")
          const before = kind === "refund" ? "succeeded" : "authorized"
          const expected = wasAsked ? statusAfter[kind] : before
          expect(await statusOf(shop, payment)).toBe(expected)
          const made = await shop.run(shop.box.bank.modifications())
          expect(made).toHaveLength(wasAsked ? 1 : 0)
        }
      )
    }

    it(`is replaced after its lease by a worker that first looks up: a ${kind}`, async () => {
      const shop = await open()
      const payment = await shop.pay("approved", fieldsFor(kind))
      shop.box.script[kind](modificationThat.hangsAfterwards())
      await ask(shop, kind, payment)
      await settled()
      await shop.restart()
      await shop.elapse(29 * second)
      expect(shop.sent).toHaveLength(1)
      await shop.elapse(2 * second)
      expect(shop.sent).toHaveLength(1)
      expect(await statusOf(shop, payment)).toBe(statusAfter[kind])
    })
  }
})
