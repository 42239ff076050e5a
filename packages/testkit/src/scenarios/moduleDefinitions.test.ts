import { collection, defineModule, ModuleError, moduleList, moduleQuery } from "@payloom/core"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { definition, Points } from "./testing/loyalty.ts"

const Row = Schema.Struct({ id: Schema.String })
const tableNamed = (name: string, more = {}) => collection({ name, schema: Row, ...more } as never)

/** Returns the module with other parts. */
const loyaltyWith = (parts: object) => defineModule({ ...definition, ...parts } as never)

const defective = (parts: object) => ({ name: "loyalty", description: "x", ...parts })
const operation = (parts: object) =>
  defective({
    operations: {
      points: {
        see: moduleQuery({
          summary: "See",
          path: "/loyalty",
          output: Schema.String,
          read: () => "seen",
          ...parts
        } as never)
      }
    }
  })

describe("defineModule", () => {
  it("gives a path without an id before the same path with one", () => {
    const see = (path: string) =>
      moduleQuery({ summary: "See", path, output: Schema.String, read: () => "seen" })
    const { routes } = loyaltyWith({
      operations: { points: { one: see("/loyalty/{id}"), top: see("/loyalty/top") } }
    })
    expect(routes.map(({ path }) => path)).toEqual(["/loyalty/top", "/loyalty/{id}"])
  })
})

describe("moduleList", () => {
  it("throws for a filter that is no index of its table", () => {
    const list = () =>
      moduleList({
        summary: "List points",
        path: "/loyalty/points",
        of: Points,
        filters: ["left"],
        item: Schema.String,
        show: ({ id }) => id
      })
    expect(list).toThrow("filters by left, which is no index of loyalty_points")
  })
})

describe("an error of a module", () => {
  it("says when it is thrown, unless it has a message of its own", () => {
    class Gone extends ModuleError("Gone", {
      status: 404,
      code: "loyalty_gone",
      when: "They are gone."
    }) {}
    expect(new Gone()).toMatchObject({ message: "They are gone.", _tag: "Gone" })
  })
})

describe("defineModule throws for a part of the wrong type:", () => {
  it.each<[string, unknown, string]>([
    ["no definition", null, "the definition must be an object"],
    ["no name", { description: "x" }, "name must be a string"],
    ["no operations", defective({ operations: null }), "operations must be an object"],
    [
      "no service",
      defective({ operations: { points: null } }),
      "operations.points must be an object of operations"
    ],
    [
      "a function as an operation",
      defective({ operations: { points: { see: () => "seen" } } }),
      "operations.points.see must be made by moduleMutation or moduleQuery"
    ],
    ["no output", operation({ output: undefined }), "must have a schema as output"],
    ["no read", operation({ read: undefined }), "must have read"],
    [
      "an input without fields",
      operation({ input: Schema.String }),
      "operations.points.see.input must be a schema with fields, such as Schema.Struct({ … })"
    ],
    [
      "an input in camelCase on the wire",
      operation({ input: Schema.Struct({ expiresAt: Schema.String }) }),
      "see.input has the field expiresAt on the wire: wrap its struct in snakeCased"
    ],
    [
      "an answer in camelCase on the wire",
      operation({ output: Schema.Struct({ expiresAt: Schema.String }) }),
      "see.output has the field expiresAt on the wire"
    ],
    ["another method", operation({ method: "DELETE" }), "must have the method POST or PATCH"],
    ["another error", operation({ errors: [Error] }), "must have errors that extend ModuleError"],
    ["events in an object", defective({ events: {} }), "events must be an array"],
    [
      "an event without a schema",
      defective({ events: [{ ...definition.events[0], resource: {} }] }),
      "events[0] must be an event"
    ],
    ["a job twice", defective({ jobs: [...definition.jobs, ...definition.jobs] }), "twice"],
    [
      "a job of no lane",
      defective({ jobs: [{ ...definition.jobs[0], lane: "fast" }] }),
      "jobs[0] must be a job"
    ],
    ["a function as a follower", defective({ followers: [() => []] }), "followers[0] must be a"],
    ["an account without a name", defective({ accounts: [1] }), "accounts must be an array"],
    [
      "a table with an odd index",
      defective({ collections: [tableNamed("loyalty_x", { indexes: { 'a"b': {} } })] }),
      "collections[0] must be made by collection"
    ]
  ])("%s", (_, given, complaint) => {
    expect(() => defineModule(given as never)).toThrow(complaint)
  })
})
