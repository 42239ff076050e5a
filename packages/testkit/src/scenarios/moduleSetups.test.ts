import { collection, defineModule, ModuleError, moduleJob, moduleQuery } from "@payloom/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"
import { definition, Points } from "./testing/loyalty.ts"
import { refusalOf } from "./testing/refusedSetups.ts"

const box = sandbox()

const setupWith = (...modules: ReadonlyArray<unknown>) => ({
  ...box.setup,
  storage: memory(),
  workers: false,
  modules
})

/** Returns the module with other parts. */
const loyaltyWith = (parts: object) => defineModule({ ...definition, ...parts } as never)

const Row = Schema.Struct({ id: Schema.String })
const tableNamed = (name: string, more = {}) => collection({ name, schema: Row, ...more } as never)

const refusing = (tag: string, code: string) => {
  class Refusal extends ModuleError(tag, { status: 409, code, when: "Never." }) {}
  const see = moduleQuery({
    summary: "See",
    path: "/loyalty",
    output: Schema.String,
    errors: [Refusal],
    read: () => "seen"
  })
  return { points: { see } }
}

const at = (path: string) => ({
  points: {
    see: moduleQuery({ summary: "See", path, output: Schema.String, read: () => "seen" })
  }
})

/** The name of a function that makes `await` take an object for a promise. */
const awaited = ["th", "en"].join("")

/** A definition, and the complaint about it. */
const wrong: Readonly<Record<string, readonly [parts: object, complaint: string]>> = {
  "a name in capitals": [{ name: "Loyalty" }, "must have a name of 2 to 40 lower-case letters"],
  "the name of a module of core": [{ name: "billing" }, "has a name of core: choose another"],
  "the name of a path of core": [{ name: "customers" }, "has a name of core"],
  "the name of an event of core": [{ name: "refund" }, "has a name of core"],
  "a table of core": [
    { collections: [tableNamed("payments")] },
    'has the table "payments", which must begin with loyalty_'
  ],
  "a table of core whose name begins with the module's": [
    { name: "api", collections: [tableNamed("api_keys")] },
    "has the table api_keys, which is core's: choose another name"
  ],
  "the table of changes that wait for followers": [
    { name: "unfollowed", collections: [tableNamed("unfollowed_moves")] },
    "has the table unfollowed_moves, which is core's"
  ],
  "a table twice": [{ collections: [Points, Points] }, "has the table loyalty_points twice"],
  "a key that is unique over all tenants": [
    {
      collections: [tableNamed("loyalty_x", { unique: { id: { of: () => "1", global: true } } })]
    },
    "has a key of loyalty_x that is unique over all tenants"
  ],
  "a service of core": [
    { operations: { payments: definition.operations.points } },
    "has the service payments, which is core's"
  ],
  "a service that is not in camelCase": [
    { operations: { "loyalty-points": definition.operations.points } },
    'has the service or operation "loyalty-points": write it in camelCase'
  ],
  "an operation that await takes for a promise": [
    { operations: { points: { [awaited]: at("/loyalty").points.see } } },
    "has the service or operation then, for which await would wait"
  ],
  "an operation whose OpenAPI name is one of core": [
    { operations: { list: { events: at("/loyalty").points.see } } },
    "has the operation list.events, whose OpenAPI name listEvents is taken: rename it"
  ],
  "two operations with one OpenAPI name": [
    {
      operations: {
        points: { grantAll: at("/loyalty/a").points.see },
        pointsGrant: { all: at("/loyalty/b").points.see }
      }
    },
    "has the operation pointsGrant.all, whose OpenAPI name pointsGrantAll is taken"
  ],
  "an operation with the OpenAPI name of an event": [
    { operations: { loyalty: { earned: at("/loyalty").points.see } } },
    "has the operation loyalty.earned, whose OpenAPI name loyaltyEarned is taken"
  ],
  "a path outside of its name": [
    { operations: at("/payments/points") },
    'has the path "/payments/points", which must be /loyalty or begin with /loyalty/'
  ],
  "a path that only begins like its name": [
    { operations: at("/loyalty_points") },
    "which must be /loyalty or begin with /loyalty/ and have segments"
  ],
  "a path with two ids": [{ operations: at("/loyalty/{id}/{id}") }, "at most one {id}"],
  "an event of core": [
    { events: [{ ...definition.events[0], type: "payment.succeeded" }] },
    'has the event type "payment.succeeded", which must be loyalty, a dot and a word'
  ],
  "a job of core": [
    { jobs: [moduleJob({ kind: "bill_subscription", run: () => ({}) })] },
    'has the job "bill_subscription", which must be loyalty, a dot and a word'
  ],
  "an account of core": [
    { accounts: ["suspense"] },
    'has the account "suspense", which must be loyalty, a dot and a word'
  ],
  "an error of core": [
    { operations: refusing("InvalidInput", "loyalty_wrong") },
    "has the error InvalidInput, which is core's: choose another name"
  ],
  "the code of an error of core": [
    { operations: refusing("TooFew", "payment_not_capturable") },
    'has the error code "payment_not_capturable", which must begin with loyalty_'
  ],
  "too many accounts": [
    { accounts: Array.from({ length: 17 }, (_, n) => `loyalty.a${n}`) },
    "has more than 16 accounts"
  ]
}

describe("a setup with a wrong module is refused, and says why:", () => {
  it.each(Object.entries(wrong))("%s", async (_, [parts, complaint]) => {
    const { _tag, message, issues } = await refusalOf(setupWith(loyaltyWith(parts)))
    expect(_tag).toBe("SetupInvalid")
    expect(issues[0]).toMatchObject({ field: "modules[0]" })
    expect(message).toContain(complaint)
  })

  it("the same module twice", async () => {
    const module = loyaltyWith({})
    const { message, issues } = await refusalOf(setupWith(module, module))
    expect(message).toContain('The module "loyalty" is there twice: choose another name.')
    expect(issues).toHaveLength(1)
  })

  it("two modules with the same service", async () => {
    const other = loyaltyWith({
      name: "other",
      collections: [],
      events: [],
      jobs: [],
      accounts: [],
      operations: {
        points: {
          see: moduleQuery({
            summary: "See",
            path: "/other",
            output: Schema.String,
            read: () => "seen"
          })
        }
      }
    })
    const { message } = await refusalOf(setupWith(loyaltyWith({}), other))
    expect(message).toContain("has the service points, which another module has")
  })

  it("two modules with the same table, whose name begins with both names", async () => {
    const tables = { description: "x", collections: [tableNamed("store_credit_rows")] }
    const { message } = await refusalOf(
      setupWith(
        defineModule({ name: "store", ...tables }),
        defineModule({ name: "store_credit", ...tables })
      )
    )
    expect(message).toContain("has the table store_credit_rows, which another module has")
  })

  it.each([["loyalty"], [{ name: "loyalty" }], [null]])("something else: %j", async (module) => {
    const { message } = await refusalOf(setupWith(module))
    expect(message).toContain("modules must be an array of modules that defineModule made")
  })

  it("a module of core to leave out that there is not", async () => {
    const { message } = await refusalOf({ ...setupWith(), without: ["ledger"] })
    expect(message).toContain('without must be an array of "billing" and "checkout"')
  })
})
