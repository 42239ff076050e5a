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
