import { StorageUnavailable } from "@payloom/core"
import { memory, openStorage } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { CellsRefused } from "./CellsRefused.ts"
import { type CellsOptions, cells } from "./cells.ts"
import { memoryStores, onStores, openOn } from "./testing/openTestCells.ts"
import { add, scopeOf, Things } from "./testing/things.ts"

const refusal = async (options: unknown) => {
  const error = await openStorage(cells(options as CellsOptions<never>)).catch(
    (cause: unknown) => cause
  )
  expect(error).toBeInstanceOf(CellsRefused)
  return (error as CellsRefused).message
}

describe("cells are refused", () => {
  it.each<[options: unknown, message: string]>([
    [undefined, "options must be an object"],
    [{ cells: { a: memory() } }, "directory must be a storage"],
    [{ directory: memory() }, "cells must have a storage for each name"],
    [{ directory: memory(), cells: {} }, "cells must have a storage for each name"],
    [{ directory: memory(), cells: { "A b": memory() } }, 'the name "A b" must be 1 to 64'],
    [{ directory: memory(), cells: { a: "a.db" } }, "cells.a must be a storage"],
    [{ directory: memory(), cells: { a: memory() }, placeTenant: 1 }, "placeTenant"],
    [{ directory: memory(), cell: { a: memory() } }, "cell"]
  ])("with the options %o", async (options, message) => {
    expect(await refusal(options)).toContain(message)
  })

  it("if the directory has the rows of tenants", async () => {
    const directory = memory()
    const { storage } = await openStorage(directory)
    await Effect.runPromise(add(storage, "shop", "thing"))
    const message = await refusal({ directory, cells: { a: memory() } })
    expect(message).toContain("directory_taken")
    expect(message).toContain("rows of shop")
  })

  it("if a new cell has rows already", async () => {
    const used = memory()
    const { storage } = await openStorage(used)
    await Effect.runPromise(add(storage, "shop", "thing"))
    const message = await refusal({ directory: memory(), cells: { a: used } })
    expect(message).toContain("cell_taken")
    expect(message).toContain("new cell a")
  })

  it("if the storages of two cells are exchanged, or one is given twice", async () => {
    const stores = memoryStores(2)
    await openOn(stores)
    const [a, b] = stores.cells
    const exchanged = { directory: stores.directory, cells: { "cell-0": b, "cell-1": a } }
    expect(await refusal(exchanged)).toContain("cell_mistaken")
    const twice = await refusal({ directory: stores.directory, cells: { "cell-0": a, c: a } })
    expect(twice).toContain("given for the cell c is the cell cell-0")
  })

  it("if the directory is another one", async () => {
    const stores = memoryStores(2)
    await openOn(stores)
    expect(await refusal(onStores({ ...stores, directory: memory() }))).toContain("cell_mistaken")
  })

  it("if a cell with tenants is given an empty storage", async () => {
    const stores = memoryStores(1)
    const { storage } = await openOn(stores)
    await Effect.runPromise(add(storage, "shop", "thing"))
    const message = await refusal(onStores({ ...stores, cells: [memory()] }))
    expect(message).toContain("cell_empty")
    expect(message).toContain("tenants in the cell cell-0")
  })
})

describe("a tenant whose cell the process was not given", () => {
  it("has no storage, and the error names the cell", async () => {
    const stores = memoryStores(2)
    const first = await openOn(stores, "together")
    await Effect.runPromise(add(first.storage, "shop", "thing"))
    const second = await openOn({ ...stores, cells: stores.cells.slice(0, 1) })
    const exit = await Effect.runPromise(
      Effect.flip(second.storage.get(scopeOf("shop"), Things, "thing"))
    )
    expect(exit).toBeInstanceOf(StorageUnavailable)
    expect(exit.message).toContain("cell cell-1 is down")
    expect(exit.message).toContain("add it to cells")
  })
})
