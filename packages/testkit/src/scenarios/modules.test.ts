import { defineModule, insert, moduleMutation, PaymentCollection } from "@payloom/core"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import {
  definition,
  type loyalty,
  openLoyalty,
  openWith,
  Points,
  TooFewPoints
} from "./testing/loyalty.ts"
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

/** A module whose operation does something that it may not do. */
const misbehaving = (decide: Parameters<typeof moduleMutation>[0]["decide"]) =>
  defineModule({
    ...definition,
    operations: {
      points: {
        ...definition.operations.points,
        grant: moduleMutation({
          summary: "Misbehave",
          path: "/loyalty/points",
          input: Schema.Struct({}),
          output: Schema.Struct({ done: Schema.Boolean }),
          decide: decide as never
        })
      }
    }
  }) as unknown as typeof loyalty

const answer = { done: true }
const row = { id: "points_1", customer: "customer_1", left: 1n } as never

describe("a module that does what it may not do changes nothing:", () => {
  it.each<[string, Parameters<typeof misbehaving>[0], string]>([
    [
      "a change that its context did not make",
      ({ now }) =>
        ({
          changes: [
            [insert({ tenant: "x", mode: "test" }, PaymentCollection, { id: now } as never)]
          ],
          answer
        }) as never,
      "a change that its context did not make"
    ],
    [
      "a table of core",
      (context) => ({ changes: [context.insert(PaymentCollection, row)], answer }),
      "writes payments, which is not its own"
    ],
    [
      "an account of core",
      (context) => ({
        changes: [
          context.post({
            kind: "loyalty.theft",
            debit: "merchant_payable",
            credit: "loyalty.open",
            amount: 1n,
            currency: "EUR"
          })
        ],
        answer
      }),
      "books on merchant_payable, which is not its own"
    ],
    [
      "a movement of core",
      (context) => ({
        changes: [
          context.post({
            kind: "capture",
            debit: "loyalty.granted",
            credit: "loyalty.open",
            amount: 1n,
            currency: "EUR"
          })
        ],
        answer
      }),
      "must begin with loyalty and a dot"
    ],
    [
      "an amount below 1",
      (context) => ({
        changes: [
          context.post({
            kind: "loyalty.earned",
            debit: "loyalty.granted",
            credit: "loyalty.open",
            amount: -1n,
            currency: "EUR"
          })
        ],
        answer
      }),
      "must be a bigint of minor units of at least 1n"
    ],
    [
      "an event that it did not name",
      (context) => ({
        changes: [
          context.insert(
            Points,
            { ...(row as object), customer: `customer_${"0".repeat(26)}` } as never,
            {
              type: "payment.succeeded",
              object: "points",
              resource: Schema.Unknown,
              of: (of: unknown) => of,
              when: "Never."
            }
          )
        ],
        answer
      }),
      "records payment.succeeded, which is not its own"
    ],
    [
      "a job of core",
      async (context) => ({
        changes: [
          await context.schedule({ kind: "bill_subscription", run: () => ({}) }, "sub_1", 0)
        ],
        answer
      }),
      "schedules bill_subscription, which is not its own"
    ],
    [
      "a row that does not match its schema",
      (context) => ({ changes: [context.insert(Points, row)], answer }),
      "does not match the schema of its collection"
    ],
    [
      "an answer that does not match its schema",
      () => ({ changes: [], answer: { done: 1 } }) as never,
      "boolean"
    ],
    ["no decision", () => undefined as never, "must return { changes, answer }"],
    [
      "an exception",
      () => {
        throw new RangeError("I have a bug.")
      },
      "I have a bug."
    ]
  ])("%s", async (_, decide, message) => {
    const { shop, payloom } = await openWith(misbehaving(decide))
    const called = shop.points.grant({} as never, keyed("grant"))
    await expect(called).rejects.toThrow(message)
    const rows = payloom.services.storage.page(shop.scope, Points, { order: "asc", limit: 10 })
    expect(await Effect.runPromise(rows)).toEqual([])
    expect(await shop.ledger.trialBalance()).toEqual([])
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

describe("a job of a module", () => {
  it("runs when it is due, and again at the time that it returns", async () => {
    const runs: Array<number> = []
    const recurring = {
      kind: "loyalty.expire",
      run: ({ now }: { readonly now: number }) => {
        runs.push(now)
        return runs.length < 3 ? { again: now + 60_000 } : {}
      }
    }
    const module = defineModule({ ...definition, jobs: [recurring] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module)
    const start = clock.now()
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(3_600_000, payloom)
    expect(runs.map((at) => at - start)).toEqual([1000, 61_000, 121_000])
  })

  it("that fails is tried again, and operators are alerted after six failures", async () => {
    let isBroken = true
    const alerts: Array<string> = []
    const failing = {
      kind: "loyalty.expire",
      run: () => {
        if (isBroken) throw new Error("I have a bug.")
        return {}
      }
    }
    const module = defineModule({ ...definition, jobs: [failing] }) as unknown as typeof loyalty
    const { shop, clock, payloom, customer } = await openWith(module, {
      onAlert: ({ event }) => alerts.push(event.type)
    })
    await shop.points.grant({ customer, amount: 5n }, keyed("grant"))
    await clock.elapse(3 * 86_400_000, payloom)
    expect(alerts).toEqual(["alert.job_failing"])
    isBroken = false
    await clock.elapse(86_400_000, payloom)
    const jobs = await Effect.runPromise(payloom.services.storage.jobKinds("loyalty."))
    expect(jobs).toEqual([])
  })

  it("that was scheduled before for the same subject moves to the new time", async () => {
    const { shop, clock, payloom, customer } = await openLoyalty()
    await shop.points.grant({ customer, amount: 5n }, keyed("one"))
    await clock.advance(600)
    await shop.points.grant({ customer, amount: 5n }, keyed("two"))
    await clock.elapse(600, payloom)
    expect(await shop.points.points({ customer })).toMatchObject({ left: 10n })
    await clock.elapse(500, payloom)
    expect(await shop.points.points({ customer })).toBeNull()
  })
})
