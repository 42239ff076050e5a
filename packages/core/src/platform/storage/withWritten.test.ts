import { Effect, Option, Schema } from "effect"
import { expect, it } from "vitest"
import { insert, inserted, update, updated } from "./Change.ts"
import { collection } from "./Collection.ts"
import type { Scope } from "./Scope.ts"
import type { StoragePort } from "./Storage.ts"
import { withWritten } from "./withWritten.ts"

interface Note {
  readonly id: string
  readonly text: string
}
const Notes = collection<Note>({
  name: "notes",
  schema: Schema.Struct({ id: Schema.String, text: Schema.String })
})

const scope: Scope = { tenant: "tenant_1", mode: "test" }
const old = inserted(scope, { id: "note_1", text: "old" })
const changes = [
  update(Notes, old, { id: "note_1", text: "new" }),
  insert(scope, Notes, { id: "note_2", text: "first" })
]

/** Reads a row through the wrapper. Returns also the rows that were read from the storage. */
const read = (of: Scope, id: string) => {
  const asked: Array<string> = []
  const storage = {
    get: (_: Scope, __: unknown, wanted: string) =>
      Effect.sync(() => {
        asked.push(wanted)
        return Option.none()
      })
  } as unknown as StoragePort
  const found = Effect.runSync(withWritten(storage, changes).get(of, Notes, id))
  return { row: Option.getOrNull(found), asked }
}

it("a row that the commit updated has its next version, without a read", () => {
  const expected = updated(old, { id: "note_1", text: "new" })
  expect(read(scope, "note_1")).toEqual({ row: expected, asked: [] })
})

it("a row that the commit inserted has version 1, without a read", () => {
  const expected = inserted(scope, { id: "note_2", text: "first" })
  expect(read(scope, "note_2")).toEqual({ row: expected, asked: [] })
})

it("a row that the commit did not write is read", () => {
  expect(read(scope, "note_3")).toEqual({ row: null, asked: ["note_3"] })
})

it("a row of the same id in another scope is read", () => {
  expect(read({ ...scope, mode: "live" }, "note_1")).toEqual({ row: null, asked: ["note_1"] })
})
