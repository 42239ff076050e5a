import type { ClaimQuery, WebhookResponse } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops, payTimes, statusOf } from "./testing/auditedShops.ts"
import type { ShopOptions } from "./testing/ground.ts"
import { second } from "./testing/openShop.ts"
import { answers, hangs, webhookSink } from "./testing/webhookSink.ts"

const audited = auditedShops()

/** Opens a shop whose process has no workers. */
const open = async (options: ShopOptions = {}) => {
  const sink = webhookSink()
  const shop = await audited({ webhooks: sink, ...options })
  return {
    shop,
    sink,
    receivedAt: (url: string) => sink.received.filter((request) => request.url === url).length,
    runDue: () => shop.process().payloom.runDue()
  }
}

/** Creates an endpoint that answers after a delay, and counts its concurrent requests. */
const slowly = (answer: Effect.Effect<WebhookResponse>) => {
  let now = 0
  let most = 0
  const conduct = () =>
    Effect.suspend(() => {
      now += 1
      most = Math.max(most, now)
      return Effect.ensuring(
        Effect.andThen(Effect.sleep(20), answer),
        Effect.sync(() => {
          now -= 1
        })
      )
    })
  return { conduct, most: () => most }
}

const url = "https://shop.example/"

describe("webhooks that runDue sends", () => {
  it("go out eight at a time to a working endpoint, however often runDue is called", async () => {
    const { shop, sink, receivedAt, runDue } = await open()
    const { conduct, most } = slowly(answers(204))
    sink.conducts.set(url, conduct)
    await shop.shop().webhooks.create({ url })
    await payTimes(shop, 40)
    const ran = await shop.until(Promise.all([runDue(), runDue(), runDue()]))
    expect(ran.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(40)
    expect([receivedAt(url), most()]).toEqual([40, 8])
  })

  it("go out one at a time to a failing endpoint", async () => {
    const { shop, sink, receivedAt, runDue } = await open()
    const { conduct, most } = slowly(answers(500))
    sink.conducts.set(url, conduct)
    await shop.shop().webhooks.create({ url })
    await payTimes(shop, 20)
    await shop.until(runDue())
    expect([receivedAt(url), most()]).toEqual([20, 1])
  })

  it("stay queued if their endpoint is gone, and the call ends", async () => {
    const { shop, sink, receivedAt, runDue } = await open()
    sink.conducts.set(url, () => answers(410))
    await shop.shop().webhooks.create({ url })
    await payTimes(shop, 3)
    await shop.until(runDue())
    expect(receivedAt(url)).toBe(1)
    expect((await shop.shop().webhooks.list()).data).toMatchObject([{ status: "disabled" }])
    const { data } = await shop.shop().webhooks.deliveries({ status: "pending" })
    expect(data).toHaveLength(3)
  })

  it("slow down to one at a time when an endpoint begins to fail, and speed up again", async () => {
    const { shop, sink, receivedAt, runDue } = await open()
    await shop.shop().webhooks.create({ url })
    await payTimes(shop, 10)
    await shop.until(runDue())
    const failing = slowly(answers(500))
    sink.conducts.set(url, failing.conduct)
    await payTimes(shop, 10)
    await shop.until(runDue())
    const before = failing.most()
    expect(before).toBeLessThanOrEqual(8)
    await payTimes(shop, 10)
    const still = slowly(answers(500))
    sink.conducts.set(url, still.conduct)
    await shop.until(runDue())
    expect(still.most()).toBe(1)
    const taking = slowly(answers(204))
    sink.conducts.set(url, taking.conduct)
    await payTimes(shop, 20)
    await shop.elapse(10 * second)
    await shop.until(runDue())
    expect(taking.most()).toBe(8)
    expect(receivedAt(url)).toBeGreaterThanOrEqual(50)
  })

  it("to a hanging endpoint delay no other webhook and no job that falls due meanwhile", async () => {
    const { shop, sink, receivedAt, runDue } = await open()
    sink.conducts.set("https://hangs.example/", () => hangs)
    await shop.shop().webhooks.create({ url: "https://hangs.example/" })
    await shop.shop().webhooks.create({ url })
    await payTimes(shop, 3)
    let isOver = false
    const running = runDue().finally(() => {
      isOver = true
    })
    await shop.clock.advance(second)
    expect(receivedAt(url)).toBe(3)
    const held = await shop.pay("approved", { captureMethod: "manual" })
    await shop.shop().payments.capture(held.id, {}, { idempotencyKey: "capture" })
    await shop.clock.advance(5 * second)
    expect(await statusOf(shop, held)).toBe("succeeded")
    expect(receivedAt(url)).toBeGreaterThan(3)
    expect(receivedAt("https://hangs.example/")).toBe(1)
    expect(isOver).toBe(false)
    sink.conducts.clear()
    await shop.until(running)
  })

  it("are claimed from the queues of all endpoints in one query", async () => {
    const claims: Array<readonly [ClaimQuery, number]> = []
    const { shop, runDue } = await open({
      between: (storage) => ({
        ...storage,
        claimDue: (query) =>
          Effect.tap(storage.claimDue(query), ({ length }) =>
            Effect.sync(() => {
              if (query.perKind !== undefined) claims.push([query, length])
            })
          )
      })
    })
    for (let n = 0; n < 20; n++) {
      await shop.shop().webhooks.create({ url: `https://shop.example/${n}` })
    }
    await payTimes(shop, 1)
    await shop.until(runDue())
    const [first, ...others] = claims
    expect(first?.[0].kinds).toHaveLength(20)
    expect(first?.[1]).toBe(20)
    expect(others.every(([, length]) => length === 0)).toBe(true)
  })
})

describe("webhooks to the endpoints of many merchants", () => {
  it("are claimed a few at a time, so that other jobs run between two claims", async () => {
    const happened: Array<"claim" | "turn"> = []
    const { shop, sink, runDue } = await open({
      between: (storage) => ({
        ...storage,
        claimDue: (query) =>
          Effect.tap(storage.claimDue(query), ({ length }) =>
            Effect.sync(() => {
              if (query.perKind === undefined || length === 0) return
              expect(length).toBeLessThanOrEqual(32)
              happened.push("claim")
            })
          )
      })
    })
    const { tenants, merchant } = shop.process().payloom
    for (let n = 0; n < 8; n++) {
      const { id: tenant } = await tenants.create({
        displayName: "Shop",
        defaultCurrency: "EUR",
        reference: `shop-${n}`
      })
      const other = merchant({ tenant, mode: "test" })
      await other.routing.createMid({
        name: "other",
        provider: shop.box.provider.name,
        currencies: ["EUR"],
        credentials: shop.box.accounts.primary
      })
      for (let nth = 0; nth < 20; nth++) {
        await other.webhooks.create({ url: `https://shop${n}.example/${nth}` })
      }
      const card = await other.cards.save({ ciphertext: await shop.box.encryptCard("approved") })
      await other.payments.create(
        { amount: 1000n, currency: "EUR", type: "one_off", paymentInstrument: card.id },
        { idempotencyKey: "charge" }
      )
    }
    const turn = () => {
      happened.push("turn")
      if (sink.received.length < 160) setImmediate(turn)
    }
    setImmediate(turn)
    await shop.until(runDue())
    expect(sink.received).toHaveLength(160)
    const claims = happened.flatMap((one, at) => (one === "claim" ? [at] : []))
    expect(claims.length).toBeGreaterThanOrEqual(5)
    const isApart = (at: number, nth: number) => nth === 0 || happened[at - 1] === "turn"
    expect(claims.every(isApart)).toBe(true)
  })
})

describe("the endpoints of one merchant", () => {
  it("use at most half of all slots together, so that other merchants' webhooks go out", async () => {
    const { shop, sink, receivedAt, runDue } = await open()
    const { conduct, most } = slowly(answers(204))
    for (let n = 0; n < 20; n++) {
      const slow = `https://slow.example/${n}`
      sink.conducts.set(slow, conduct)
      await shop.shop().webhooks.create({ url: slow })
    }
    await payTimes(shop, 30)
    await shop.until(runDue())
    expect(receivedAt("https://slow.example/19")).toBe(30)
    expect(most()).toBe(32)
  })
})
