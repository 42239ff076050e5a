import { join } from "node:path"
import { cells } from "@payloom/cells"
import { collection, defineModule, moduleMutation, Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Schema } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { copyStore } from "./copyStore.ts"
import { storageAt } from "./storageAt.ts"
import { temporaryFolder } from "./testing/temporaryFolder.ts"

const Note = Schema.Struct({ id: Schema.String, text: Schema.String })
const Notes = collection<typeof Note.Type>({ name: "notes_rows", schema: Note })

const notes = defineModule({
  name: "notes",
  description: "Notes.",
  collections: [Notes],
  operations: {
    notes: {
      write: moduleMutation({
        summary: "Write a note",
        path: "/notes",
        input: Schema.Struct({ text: Schema.String }),
        output: Note,
        decide: (context, { text }) => {
          const row = { id: context.newId("note"), text }
          return { changes: [context.insert(Notes, row)], answer: row }
        }
      })
    }
  }
})

const server = hasPostgres ? await startPostgres() : null
afterAll(() => server?.stop())

const folder = temporaryFolder()

const places: ReadonlyArray<readonly [string, () => Promise<string>]> = [
  ["SQLite", async () => join(folder, "payloom.db")],
  ["PostgreSQL", async () => (await server?.newDatabase()) ?? ""]
]

describe.each(places)("a store on %s with tables of modules", (kind, newLocation) => {
  it.skipIf(kind === "PostgreSQL" && server === null)(
    "is copied with them, and is not copied without them",
    async () => {
      const location = await newLocation()
      const box = sandbox()
      const payloom = await Payloom.make({
        ...box.setup,
        storage: storageAt(location),
        workers: false,
        modules: [notes]
      })
      const { scope } = await box.openShop(payloom)
      await payloom.merchant(scope).notes.write({ text: "Hello" }, { idempotencyKey: "note" })
      await payloom.close()
      const stores = { from: storageAt(location), to: memory() }
      await expect(Effect.runPromise(copyStore(stores))).rejects.toMatchObject({
        _tag: "CopyRefused",
        reason: "modules_missing",
        message:
          "The source has tables of modules (notes_rows): copy it with copyStore of " +
          "@payloom/cli, and name the modules in modules."
      })
      const copied = await Effect.runPromise(copyStore({ ...stores, modules: [notes] }))
      expect(copied.isEqual).toBe(true)
      const own = copied.collections.find(({ collection: name }) => name === "notes_rows")
      expect(own).toMatchObject({ rows: 1 })
    }
  )
})

it("cells with tables of modules are copied with them, and are not copied without them", async () => {
  const box = sandbox()
  const at = (name: string) => storageAt(join(folder, `${name}.db`))
  const storages = { directory: at("directory"), cells: { a: at("a"), b: at("b") } }
  const storage = cells(storages)
  const payloom = await Payloom.make({ ...box.setup, storage, workers: false, modules: [notes] })
  const { scope } = await box.openShop(payloom)
  await payloom.merchant(scope).notes.write({ text: "Hello" }, { idempotencyKey: "note" })
  await payloom.close()
  const stores = { from: cells(storages), to: memory() }
  await expect(Effect.runPromise(copyStore(stores))).rejects.toMatchObject({
    reason: "modules_missing",
    message: expect.stringContaining("tables of modules (notes_rows): name the modules in modules")
  })
  const copied = await Effect.runPromise(copyStore({ ...stores, modules: [notes] }))
  const own = copied.collections.find(({ collection: name }) => name === "notes_rows")
  expect([copied.isEqual, own]).toEqual([true, expect.objectContaining({ rows: 1 })])
})
