import { Storage, StorageUnavailable } from "@payloom/core"
import { memory } from "@payloom/testkit"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { addCell } from "./addCell.ts"
import { cells, cellsOptionsOf } from "./cells.ts"
import { inspectCells } from "./inspectCells.ts"
import { cellName, memoryStores, onStores, openOn } from "./testing/openTestCells.ts"
import { add, Things } from "./testing/things.ts"

const run = Effect.runPromise
const modules = [{ collections: [Things] }]

const open = async () => {
  const stores = memoryStores(2)
  const options = onStores(stores, () => cellName(0))
  const { storage } = await openOn(stores, () => cellName(0))
  await run(add(storage, "shop", "one"))
  const stateOf = async (given: Parameters<typeof inspectCells>[0], nth: number) =>
    (await run(inspectCells(given, modules))).cells.find(({ name }) => name === cellName(nth))
  return { options, stateOf }
}

describe("the state of a cell", () => {
  it("is up with its tenants", async () => {
    const { options, stateOf } = await open()
    expect(await stateOf(options, 0)).toEqual({
      name: cellName(0),
      state: "up",
      tenants: 1,
      isDrained: false,
      lateSince: null,
      openAlerts: 0,
      problem: null,
      reason: null
    })
  })

  it("is down with the reason if its storage does not answer", async () => {
    const { options, stateOf } = await open()
    const down = Layer.effect(Storage, Effect.fail(new StorageUnavailable({ cause: "cable cut" })))
    const given = { ...options, cells: { ...options.cells, [cellName(1)]: down } }
    expect(await stateOf(given, 1)).toMatchObject({ state: "down", problem: "cable cut." })
  })

  it("is refused if its storage is that of another cell, or an empty one", async () => {
    const { options, stateOf } = await open()
    const other = options.cells[cellName(0)] ?? memory()
    const mistaken = { ...options, cells: { ...options.cells, [cellName(1)]: other } }
    expect(await stateOf(mistaken, 1)).toMatchObject({
      state: "refused",
      problem: expect.stringContaining("another cell")
    })
    const empty = { ...options, cells: { ...options.cells, [cellName(1)]: memory() } }
    expect(await stateOf(empty, 1)).toMatchObject({
      state: "refused",
      problem: expect.stringContaining("empty")
    })
  })

  it("is missing if only the directory has it", async () => {
    const { options, stateOf } = await open()
    const { [cellName(0)]: _, ...others } = options.cells
    expect(await stateOf({ ...options, cells: others }, 0)).toMatchObject({
      state: "missing",
      tenants: 1
    })
  })

  it("is new if only the options have it, until it is added", async () => {
    const { options, stateOf } = await open()
    const wider = { ...options, cells: { ...options.cells, [cellName(2)]: memory() } }
    expect(await stateOf(wider, 2)).toMatchObject({ state: "new" })
    expect(await stateOf(wider, 2)).toMatchObject({ state: "new" })
    expect(await run(addCell(wider, { cell: cellName(2) }))).toMatchObject({ isNew: true })
    expect(await run(addCell(wider, { cell: cellName(2) }))).toMatchObject({ isNew: false })
    expect(await stateOf(wider, 2)).toMatchObject({ state: "up" })
  })
})

describe("a cell is not added", () => {
  it("if the options don't have it, or its storage has rows", async () => {
    const { options } = await open()
    for (const cell of ["nowhere", "constructor"]) {
      await expect(run(addCell(options, { cell }))).rejects.toThrow("options_invalid")
    }
    const used = options.cells[cellName(0)] ?? memory()
    const wider = { ...options, cells: { ...options.cells, [cellName(2)]: used } }
    await expect(run(addCell(wider, { cell: cellName(2) }))).rejects.toThrow("cell_mistaken")
  })
})

describe("the options of cells", () => {
  it("are found on their storage, and on no other", async () => {
    const { options } = await open()
    expect(cellsOptionsOf(cells(options))).toBe(options)
    for (const other of [memory(), null, undefined, "a.db"]) {
      expect(cellsOptionsOf(other)).toBeNull()
    }
  })
})
