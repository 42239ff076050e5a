import { defineModule, insert, moduleMutation, PaymentCollection } from "@payloom/core"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { definition, type loyalty, openWith, Points } from "./testing/loyalty.ts"

const keyed = (idempotencyKey: string) => ({ idempotencyKey })

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
const fitting = { id: "points_1", customer: `customer_${"0".repeat(26)}`, left: 1n } as never
const [earned] = definition.events
const [expire] = definition.jobs

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
      "writes payments, which is not in collections of its defineModule"
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
      "books on merchant_payable, which is not in accounts of its defineModule"
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
      "records payment.succeeded, which is not in events of its defineModule"
    ],
    [
      "a job of core",
      async (context) => ({
        changes: [
          await context.schedule({ kind: "bill_subscription", run: () => ({}) }, "sub_1", 0)
        ],
        answer
      }),
      "schedules bill_subscription, which is not in jobs of its defineModule"
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
    [
      "a change that it altered",
      (context) => {
        const [change] = context.insert(Points, fitting)
        return { changes: [[Object.assign(change as object, { row })]], answer } as never
      },
      "not extensible"
    ],
    [
      "one change twice",
      (context) => {
        const change = context.insert(Points, fitting)
        return { changes: [change, change], answer }
      },
      "changes loyalty_points/points_1 twice in one decision"
    ],
    [
      "a row that it did not read",
      (context) => ({
        changes: [context.update(Points, { row: fitting, version: 1 } as never, fitting)],
        answer
      }),
      "depends on a row of loyalty_points that this decision did not read"
    ],
    [
      "a row without an id",
      (context) => ({
        changes: [context.insert(Points, { ...(fitting as object), id: "" } as never)],
        answer
      }),
      "The id of a row of loyalty_points is empty"
    ],
    [
      "a row whose unique key is taken",
      (context) => ({
        changes: ["1", "2"].map((id) =>
          context.insert(Points, { ...(fitting as object), id } as never)
        ),
        answer
      }),
      "inserts a row of loyalty_points whose customer is taken: find the row first"
    ],
    [
      "a job at no time",
      async (context) => ({ changes: [await context.schedule(expire, "x", Number.NaN)], answer }),
      "The time of the job loyalty.expire must be in milliseconds"
    ],
    [
      "a job about nothing",
      async (context) => ({ changes: [await context.schedule(expire, "", 0)], answer }),
      "The subject of the job loyalty.expire must be a text"
    ],
    [
      "a page without a limit",
      async (context) => ({
        changes: [],
        answer: { done: (await context.page(Points, { order: "asc" } as never)).length > 0 }
      }),
      "The limit of a page must be a whole number"
    ],
    [
      "an index that there is not",
      async (context) => ({
        changes: [],
        answer: { done: (await context.find(Points, "constructor", "x")) === null }
      }),
      "The table loyalty_points has no unique key constructor"
    ],
    [
      "a movement of several words",
      (context) => ({
        changes: [
          context.post({
            kind: "loyalty.Odd kind",
            debit: "loyalty.granted",
            credit: "loyalty.open",
            amount: 1n,
            currency: "EUR"
          })
        ],
        answer
      }),
      "The movement loyalty.Odd kind must begin with loyalty and a dot, and end with a word"
    ],
    [
      "an event of no payment",
      (context) => ({
        changes: [context.insert(Points, fitting, { ...earned, payment: () => "nonsense" })],
        answer
      }),
      "The payment of the event loyalty.earned is not the id of a payment"
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

describe("a module that changes a row in place", () => {
  it("is stopped, because the indexes would not see the change", async () => {
    const module = misbehaving(async (context) => {
      const [first] = await context.page(Points, { order: "asc", limit: 1 })
      if (first === undefined) return { changes: [context.insert(Points, fitting)], answer }
      Object.assign(first.row, { left: 2n })
      return { changes: [context.update(Points, first, first.row)], answer }
    })
    const { shop } = await openWith(module)
    await shop.points.grant({} as never, keyed("first"))
    await expect(shop.points.grant({} as never, keyed("second"))).rejects.toThrow("read only")
  })
})

describe("an exception of an operation", () => {
  it("is logged with the module and the operation", async () => {
    const logged: Array<string> = []
    const failing = misbehaving(() => {
      throw new RangeError("I have a bug.")
    })
    const { shop } = await openWith(failing, { onLog: ({ message }) => logged.push(message) })
    await expect(shop.points.grant({} as never, keyed("grant"))).rejects.toThrow("I have a bug.")
    expect(logged.join()).toContain("pointsGrant of the module loyalty threw.")
  })
})
