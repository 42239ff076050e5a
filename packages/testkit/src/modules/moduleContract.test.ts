import { defineModule, type ModuleFollower, moduleMutation } from "@payloom/core"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { definition, type loyalty, operations, Points } from "../scenarios/testing/loyalty.ts"
import { memoryStorage } from "../storage/memory.ts"
import type { ModuleHarness, ModuleStep } from "./ModuleHarness.ts"
import { moduleContract } from "./moduleContract.ts"

type Loyalty = typeof loyalty

const keyed = (idempotencyKey: string) => ({ idempotencyKey })

/** The life of a customer who is granted points, earns some by a payment, and spends some. */
const steps: ReadonlyArray<ModuleStep<Loyalty>> = [
  {
    name: "a customer saves a card",
    run: async ({ shop, box, notes }) => {
      const { id } = await shop.customers.create({}, keyed("customer"))
      notes.set("customer", id)
      notes.set("card", await box.saveCard(shop, "approved", id))
    }
  },
  {
    name: "points are granted",
    run: async ({ shop, notes }) => {
      const customer = notes.get("customer") ?? ""
      notes.set("points", (await shop.points.grant({ customer, amount: 5n }, keyed("grant"))).id)
    }
  },
  {
    name: "a payment earns points",
    run: async ({ shop, notes, elapse }) => {
      const paymentInstrument = notes.get("card") ?? ""
      await shop.payments.create(
        { amount: 100n, currency: "EUR", type: "one_off", paymentInstrument },
        keyed("payment")
      )
      await elapse(0)
    }
  },
  {
    name: "points are spent",
    run: ({ shop, notes }) =>
      shop.points.spend(notes.get("points") ?? "", { amount: 3n }, keyed("spend"))
  },
  {
    name: "the points are read",
    run: ({ shop, notes }) => shop.points.points({ customer: notes.get("customer") ?? "" })
  }
]

const harnessOf = (
  module: Loyalty,
  more: Partial<ModuleHarness<Loyalty>> = {}
): ModuleHarness<Loyalty> => ({
  module,
  open: async () => ({ storage: memoryStorage(), close: async () => undefined }),
  steps,
  findings: async () => [],
  ...more
})

const without = { jobs: [{ kind: "loyalty.expire", run: () => ({}) }] }

/** Returns the names of the rules that a module breaks. */
const brokenBy = async (module: Loyalty, more: Partial<ModuleHarness<Loyalty>> = {}) => {
  const broken: Array<string> = []
  for (const { name, run } of moduleContract(harnessOf(module, more))) {
    await run().catch(() => broken.push(name))
  }
  return broken
}

const changed = (parts: object): Loyalty =>
  defineModule({ ...definition, ...without, ...parts }) as unknown as Loyalty

describe("moduleContract", () => {
  it("is passed by a module that keeps everything in its rows", async () => {
    expect(await brokenBy(changed({}))).toEqual([])
  })

  it("finds a follower that counts in memory", async () => {
    let seen = 0
    const follower: ModuleFollower = {
      follow: async (context, change) => {
        seen += 1
        const [first] = definition.followers
        return seen % 2 === 0 ? [] : first.follow(context, change)
      }
    }
    expect(await brokenBy(changed({ followers: [follower] }))).not.toEqual([])
  })

  it("finds a mutation that decides by what the process has done before", async () => {
    let total = 0n
    const grant = moduleMutation({
      summary: "Grant points",
      path: "/loyalty/points",
      input: Schema.Struct({ customer: Schema.String, amount: Schema.BigInt }),
      output: Schema.Struct({ id: Schema.String }),
      decide: (context, { customer, amount }) => {
        total += amount
        const row = { id: context.newId("points"), customer: customer as never, left: total }
        return { changes: [context.insert(Points, row, definition.events[0])], answer: row }
      }
    })
    const module = changed({
      operations: { points: { ...operations, grant } },
      followers: [],
      accounts: []
    })
    const left = async ({ payloom, shop }: Parameters<ModuleHarness<Loyalty>["findings"]>[0]) => {
      const page = payloom.services.storage.page(shop.scope, Points, { order: "asc", limit: 10 })
      const [row] = await Effect.runPromise(page)
      return row?.row.left === 2n ? [] : [`${row?.row.left} points are left.`]
    }
    const broken = await brokenBy(module, { findings: left })
    expect(broken).toContain("two tenants live the same, and change nothing of each other")
  })

  it("compares the amounts in rows, and the texts that aren't random", async () => {
    const grantOf = (rowOf: (id: string) => object) =>
      changed({
        operations: {
          points: {
            ...operations,
            grant: moduleMutation({
              summary: "Grant points",
              path: "/loyalty/points",
              input: Schema.Struct({ customer: Schema.String, amount: Schema.BigInt }),
              output: Schema.Struct({ id: Schema.String }),
              decide: (context, { customer }) => {
                const row = { customer, left: 5n, ...rowOf(context.newId("points")) } as never
                const change = context.insert(Points, row, definition.events[0])
                return { changes: [change], answer: row }
              }
            })
          }
        },
        followers: [],
        accounts: []
      })
    const random = (id: string) => ({ id: `${id}_${Math.random()}` })
    expect(await brokenBy(grantOf(random))).toEqual([
      "a life uses every operation, event, job and account of the module"
    ])
    let total = 5n
    const counting = (id: string) => ({ id, left: total++ })
    expect(await brokenBy(grantOf(counting))).toContain(
      "two tenants live the same, and change nothing of each other"
    )
  })

  it("finds what the life does not use", async () => {
    const used = "a life uses every operation, event, job and account of the module"
    const few = { steps: steps.slice(0, 3) }
    expect(await brokenBy(changed({}), few)).toEqual([used])
    const accounts = [...definition.accounts, "loyalty.unused"]
    expect(await brokenBy(changed({ accounts }))).toEqual([used])
  })

  it("reports the harness's own findings", async () => {
    const broken = await brokenBy(changed({}), { findings: async () => ["Points are missing."] })
    expect(broken).toContain("a life has no findings")
  })
})
