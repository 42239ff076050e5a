import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { cells, moveTenant } from "@payloom/cells"
import { Storage, type StoragePort } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { copyStore } from "./copyStore.ts"
import { storageAt } from "./storageAt.ts"
import { cellsSetup, writeCellsSetup } from "./testing/cellsSetup.ts"
import {
  cellNames,
  checkReturned,
  filledCells,
  onFiles,
  type Places,
  storagesOn
} from "./testing/filledCells.ts"
import { killCopies } from "./testing/killCopies.ts"
import { runLine } from "./testing/runLine.ts"
import { temporaryFolders } from "./testing/temporaryFolder.ts"

const server = hasPostgres ? await startPostgres() : null
afterAll(() => server?.stop())

const newFolder = temporaryFolders()

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

/** Returns the places of a directory and of the cells `a`, `b` and `c`, and that of one store. */
const ways: ReadonlyArray<readonly [string, () => Promise<readonly [Places, string]>]> = [
  [
    "SQLite",
    async () => {
      const folder = newFolder()
      return [onFiles(folder), join(folder, "one.db")]
    }
  ],
  [
    "PostgreSQL",
    async () => {
      const databases: Array<string> = []
      for (const _ of [...cellNames, "one"]) databases.push((await server?.newDatabase()) ?? "")
      return [databases.slice(0, -1), databases.at(-1) ?? ""]
    }
  ]
]

describe.each(ways)("cells on %s that are copied to one store", (kind, newPlaces) => {
  const test = it.skipIf(kind === "PostgreSQL" && server === null)

  test("answer, authenticate, page, consume and charge there as before", async () => {
    const [places, one] = await newPlaces()
    const store = await filledCells(places)
    const from = cells(storagesOn(places))
    const copied = await run(copyStore({ from, to: storageAt(one) }))
    expect(copied).toMatchObject({ isEqual: true, repeats: {} })
    expect(copied.tenants).toBeUndefined()
    const again = await run(copyStore({ from, to: storageAt(one), verifyOnly: true }))
    expect(again).toEqual(copied)
    await checkReturned(store, one)
  })
})

/** Returns storages of which one does something when it is asked for its scopes. */
const withScopes = (
  storages: ReturnType<typeof storagesOn>,
  asked: (inner: StoragePort) => Effect.Effect<unknown>
) => {
  const b = Layer.effect(
    Storage,
    Effect.map(Storage, (inner) => ({
      ...inner,
      scopes: (query: Parameters<StoragePort["scopes"]>[0]) =>
        Effect.andThen(asked(inner), inner.scopes(query))
    }))
  ).pipe(Layer.provide(storages.cells.b))
  return { ...storages, cells: { ...storages.cells, b } }
}

/** A storage that fails when the rows of a tenant are read from a collection. */
const dyingAt =
  (name: string, tenant: string) =>
  (inner: StoragePort): StoragePort => ({
    ...inner,
    page: (scope, of, query) =>
      of.name === name && scope.tenant === tenant
        ? Effect.die(new Error("the power failed"))
        : inner.page(scope, of, query)
  })

describe("a copy of cells to one store", () => {
  it("returns to equal cells, and from there to an equal store", async () => {
    const folder = newFolder()
    const store = await filledCells(onFiles(folder))
    const one = join(folder, "one.db")
    await run(copyStore({ from: cells(store.storages), to: storageAt(one) }))
    const others = newFolder()
    const spread = cells(storagesOn(onFiles(others)))
    const there = await run(copyStore({ from: storageAt(one), to: spread }))
    expect(Object.values(there.tenants ?? {}).toSorted()).toEqual([1, 2, 2])
    const further = cells(storagesOn(onFiles(newFolder())))
    expect((await run(copyStore({ from: spread, to: further }))).repeats).toEqual({})
    const back = join(others, "back.db")
    await run(copyStore({ from: further, to: storageAt(back) }))
    await checkReturned(store, back)
  })

  it("is refused while a tenant moves, and names the tenant and its move", async () => {
    const folder = newFolder()
    const { storages, shops } = await filledCells(onFiles(folder))
    const tenant = shops[1]?.scope.tenant ?? ""
    const failing = Layer.effect(Storage, Effect.map(Storage, dyingAt("events", tenant))).pipe(
      Layer.provide(storages.cells.b)
    )
    const dying = { ...storages, cells: { ...storages.cells, b: failing } }
    await expect(run(moveTenant(dying, { tenant, to: "c" }))).rejects.toThrow("the power failed")
    const copying = () =>
      run(copyStore({ from: cells(storages), to: storageAt(join(folder, "one.db")) }))
    await expect(copying()).rejects.toMatchObject({
      reason: "tenant_moves",
      message:
        `The tenant ${tenant} moves from b to c (copying): finish the move by payloom cells ` +
        "move, or undo it, and copy again."
    })
    await run(moveTenant(storages, { tenant, to: "c" }))
    expect((await copying()).isEqual).toBe(true)
  })

  it("is refused if an engine pays meanwhile, and succeeds when the engine is stopped", async () => {
    const folder = newFolder()
    const { engines, storages, shops } = await filledCells(onFiles(folder))
    const running = await engines.open(cells(storages))
    const to = storageAt(join(folder, "one.db"))
    let asked = 0
    const used = withScopes(storages, () =>
      Effect.promise(async () => {
        asked += 1
        await shops[0]?.pay(running, `meanwhile ${asked}`)
      })
    )
    await expect(run(copyStore({ from: cells(used), to }))).rejects.toMatchObject({
      reason: "source_changed",
      message: "An engine used the source during the copy: stop the engine, and copy again."
    })
    await expect(engines.open(to)).rejects.toMatchObject({ _tag: "StorageIncomplete" })
    await running.close()
    expect((await run(copyStore({ from: cells(storages), to }))).isEqual).toBe(true)
  })

  it("is refused if the setup lacks a cell, and names a cell that is down", async () => {
    const folder = newFolder()
    const { storages } = await filledCells(onFiles(folder))
    const to = storageAt(join(folder, "one.db"))
    const { c: _, ...lacking } = storages.cells
    const missing = cells({ ...storages, cells: lacking })
    await expect(run(copyStore({ from: missing, to }))).rejects.toMatchObject({
      reason: "options_invalid",
      message: expect.stringContaining("the directory has the cell c, and cells lacks it: add it")
    })
    const closed = storageAt("postgres://payloom@127.0.0.1:1/nothing", { openTimeoutMs: 300 })
    const down = cells({ ...storages, cells: { ...storages.cells, c: closed } })
    await expect(run(copyStore({ from: down, to }))).rejects.toThrow("The cell c is down")
    expect((await run(copyStore({ from: cells(storages), to }))).isEqual).toBe(true)
  })

  it("is refused to one of the cells, and to their directory", async () => {
    const folder = newFolder()
    const { storages } = await filledCells(onFiles(folder))
    const from = cells(storages)
    const refused = { _tag: "CopyRefused", reason: expect.stringMatching(/^target_(taken|used)$/) }
    for (const to of [storages.cells.a, storages.directory]) {
      await expect(run(copyStore({ from, to }))).rejects.toMatchObject(refused)
    }
  })
})

describe("payloom copy --from-setup", () => {
  it("continues after kills at random times, and its store is equal and pays", async () => {
    const folder = newFolder()
    const store = await filledCells(onFiles(folder))
    writeCellsSetup(folder)
    const one = join(folder, "one.db")
    const args = ["copy", "--from-setup", "setup.ts", "--to", one, "--json"]
    expect(await killCopies(args, { folder, times: 4 })).toBeGreaterThan(0)
    const { code, stdout } = await runLine(args, { cwd: folder })
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ isEqual: true, repeats: {} })
    ])
    await checkReturned(store, one)
  })

  it.each([
    [["--from", "a.db", "--from-setup", "s.ts", "--to", "b.db"], "--from and --from-setup can't"],
    [["--to", "b.db"], "--from is missing"],
    [["--from-setup", "s.ts"], "--to is missing"]
  ])("%j is not valid", async (args, complaint) => {
    const { code, stderr } = await runLine(["copy", ...args])
    expect([code, stderr]).toEqual([2, expect.stringContaining(complaint)])
  })

  it("names the cells of a setup that has none", async () => {
    const folder = newFolder()
    writeFileSync(join(folder, "setup.ts"), "export default { providers: [] }\n")
    const args = ["copy", "--from-setup", "setup.ts", "--to", "b.db"]
    const { code, stderr } = await runLine(args, { cwd: folder })
    expect([code, stderr]).toEqual([1, expect.stringContaining("setup.ts has no cells")])
    expect(cellsSetup(folder).storage).toBeDefined()
  })
})
