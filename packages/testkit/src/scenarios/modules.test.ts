import { describe, expect, it } from "vitest"
import { openLoyalty, TooFewPoints } from "./testing/loyalty.ts"
import { webhookSink } from "./testing/webhookSink.ts"

const keyed = (idempotencyKey: string) => ({ idempotencyKey })

describe("an operation of a module", () => {
  it("changes its rows, its events, its jobs and the ledger in one commit", async () => {
    const { shop, customer } = await openLoyalty()
    const granted = await shop.points.grant({ customer, amount: 500n }, keyed("grant"))
    expect(granted).toMatchObject({ object: "points", left: 500n })
    expect(await shop.points.points({ customer })).toEqual(granted)
    const { data } = await shop.events.list({ type: "loyalty.earned" })
    expect(data.map(({ type, data: { object } }) => [type, object])).toEqual([
      ["loyalty.earned", { object: "points", id: granted.id, left: "500" }]
    ])
    expect(await shop.ledger.trialBalance()).toEqual([
      { account: "loyalty.granted", currency: "EUR", balance: 500n },
      { account: "loyalty.open", currency: "EUR", balance: -500n }
    ])
  })

  it("answers a repeated key with the same resource and changes nothing", async () => {
    const { shop, customer } = await openLoyalty()
    const input = { customer, amount: 500n }
    const first = await shop.points.grant(input, keyed("grant"))
    expect(await shop.points.grant(input, keyed("grant"))).toEqual(first)
    await expect(shop.points.grant({ ...input, amount: 1n }, keyed("grant"))).rejects.toMatchObject(
      { _tag: "IdempotencyMismatch" }
    )
    expect(await shop.points.points({ customer })).toEqual(first)
  })

  it("is refused without a key, and with input that does not match its schema", async () => {
    const { shop, customer } = await openLoyalty()
    const input = { customer, amount: 500n }
    await expect(shop.points.grant(input, {} as never)).rejects.toMatchObject({
      _tag: "IdempotencyKeyMissing"
    })
    await expect(
      shop.points.grant({ customer: "nobody", amount: -1n }, keyed("grant"))
    ).rejects.toMatchObject({
      _tag: "InvalidInput",
      issues: [{ param: "customer" }, { param: "amount" }]
    })
  })

  it("refuses with its own error, which says what to do", async () => {
    const { shop, customer } = await openLoyalty()
    const { id } = await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    const refused = shop.points.spend(id, { amount: 6n }, keyed("spend"))
    await expect(refused).rejects.toBeInstanceOf(TooFewPoints)
    await expect(refused).rejects.toMatchObject({
      left: 5n,
      message: "Only 5 points are left: spend fewer."
    })
  })

  it("never spends twice what two processes decide on at the same time", async () => {
    const { shop, customer } = await openLoyalty()
    const { id } = await shop.points.grant({ customer, amount: 10n }, keyed("grant"))
    const spent = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => shop.points.spend(id, { amount: 1n }, keyed(`s${n}`)))
    )
    expect(spent.filter(({ status }) => status === "fulfilled")).toHaveLength(10)
    expect(await shop.points.points({ customer })).toMatchObject({ left: 0n })
  })

  it("sees and changes only the rows of its tenant and mode", async () => {
    const { box, payloom, shop, customer } = await openLoyalty()
    const { id } = await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    const { scope } = await box.openShop(payloom, { reference: "another" })
    const other = payloom.merchant(scope)
    expect(await other.points.points({ customer })).toBeNull()
    await expect(other.points.spend(id, { amount: 1n }, keyed("spend"))).rejects.toMatchObject({
      _tag: "TooFewPoints"
    })
    expect((await other.events.list({ type: "loyalty.earned" })).data).toEqual([])
    expect(await other.ledger.trialBalance()).toEqual([])
  })
})

describe("an event of a module", () => {
  it("reaches webhooks that ask for its type or for all, and is listed", async () => {
    const sink = webhookSink()
    const { shop, clock, payloom, customer } = await openLoyalty({ webhooks: sink })
    for (const [name, types] of [
      ["own", ["loyalty.earned"]],
      ["all", null]
    ] as const) {
      await shop.webhooks.create({ url: `https://shop.example/${name}`, types })
    }
    await shop.webhooks.create({ url: "https://shop.example/other", types: ["payment.failed"] })
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(0, payloom)
    expect(sink.received.map(({ url }) => url).toSorted()).toEqual([
      "https://shop.example/all",
      "https://shop.example/own"
    ])
    expect(JSON.parse(sink.received[0]?.body ?? "")).toMatchObject({
      type: "loyalty.earned",
      data: { object: { object: "points", left: "5" } }
    })
  })

  it("is refused as a type if no module has it, with the type that was meant", async () => {
    const { shop, payloom } = await openLoyalty()
    const types = ["loyalty.earnt"] as never
    const url = "https://shop.example/hooks"
    for (const refused of [
      shop.webhooks.create({ url, types }),
      shop.events.list({ type: types }),
      payloom.events.consume("reader", () => undefined, { types })
    ]) {
      await expect(refused).rejects.toMatchObject({
        _tag: "InvalidInput",
        message: expect.stringContaining("loyalty.earned")
      })
    }
  })

  it("reaches consumers, with its resource", async () => {
    const { shop, payloom, clock, customer } = await openLoyalty()
    const seen: Array<string> = []
    await payloom.events.consume("reader", ({ data }) => void seen.push(data.object.left), {
      types: ["loyalty.earned"]
    })
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(0, payloom)
    expect(seen).toEqual(["5"])
  })
})

describe("the ledger of a module", () => {
  it("has a statement of each of its accounts, also for groups without a payment", async () => {
    const { shop, customer, pay } = await openLoyalty()
    const payment = await pay("payment", 700n)
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    const { data } = await shop.ledger.statement("loyalty.open")
    expect(
      data.map(({ kind, payment: of, amount, balance }) => [kind, of, amount, balance])
    ).toEqual([
      ["loyalty.earned", payment.id, -700n, -700n],
      ["loyalty.earned", null, -5n, -705n]
    ])
    const eur = await shop.ledger.statement("loyalty.granted", { currency: "EUR", limit: 1 })
    expect(eur).toMatchObject({ hasMore: true, data: [{ amount: 700n }] })
    expect((await shop.ledger.statement("loyalty.granted", { currency: "USD" })).data).toEqual([])
  })
})
