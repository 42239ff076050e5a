import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { cells } from "../cells.ts"
import { moveTenant } from "../moves/moveTenant.ts"
import { filledStore } from "../testing/filledStore.ts"
import { mortalStores } from "../testing/mortalStores.ts"
import { cellName, onStores } from "../testing/openTestCells.ts"
import { adoptStore } from "./adoptStore.ts"
import { undoAdoption } from "./undoAdoption.ts"

const first = cellName(0)

/** Opens a filled store that is a cell, on which a payment was made and some events consumed. */
const adopted = async () => {
  const filled = await filledStore()
  const { stores, storages, open, payOn, consume } = filled
  await Effect.runPromise(adoptStore(storages, { cell: first }))
  const payloom = await open(cells(storages))
  await payOn(payloom, "on cells")
  await consume(payloom)
  await payOn(payloom, "not consumed yet")
  await payloom.close()
  const [store = stores.directory] = stores.cells
  const undo = (given = storages) => Effect.runPromise(undoAdoption(given, { cell: first }))
  return { ...filled, store, undo }
}

type Adopted = Awaited<ReturnType<typeof adopted>>

/** Expects that an engine works on the store alone, and consumes each event once. */
const expectAlone = async ({ store, open, payOn, paid, secret, consume, seen, box }: Adopted) => {
  const payloom = await open(store)
  expect(await payOn(payloom, "one")).toEqual(paid)
  expect(await payloom.tenants.authenticate(secret)).toBeDefined()
  const before = seen.length
  await payOn(payloom, "alone")
  await consume(payloom)
  expect(seen.length).toBeGreaterThan(before)
  expect(new Set(seen).size).toBe(seen.length)
  expect(await box.audit(payloom)).toEqual([])
  await payloom.close()
}

describe("an adoption that is undone", () => {
  it("leaves a store that works alone, and a directory for another adoption", async () => {
    const own = await adopted()
    const { storages, open, payOn, consume, seen, shop, undo } = own
    expect(await undo()).toEqual({ cell: first, tenants: 1, isUndone: true })
    expect(await undo()).toMatchObject({ isUndone: false })
    await expectAlone(own)
    const again = await Effect.runPromise(adoptStore(storages, { cell: first }))
    expect(again).toMatchObject({ tenants: 1, isNew: true })
    const payloom = await open(cells(storages))
    await payOn(payloom, "again on cells")
    await consume(payloom)
    expect(new Set(seen).size).toBe(seen.length)
    await Effect.runPromise(moveTenant(storages, { tenant: shop.scope.tenant, to: cellName(1) }))
    await payOn(payloom, "moved")
    await payloom.close()
  })

  it("is finished by a later call, wherever the process died", async () => {
    for (const isWritten of [false, true]) {
      for (let at = 1; ; at++) {
        const own = await adopted()
        const process = mortalStores(own.stores, { at, isWritten })
        const undoing = undoAdoption(onStores(process.stores), { cell: first })
        const end = await process.run(undoing)
        await own.undo()
        await expectAlone(own)
        if (end !== "died") {
          expect(at).toBeGreaterThan(8)
          break
        }
      }
    }
  })

  it("may instead be adopted again after the process died, until the store is released", async () => {
    let readopted = 0
    for (let at = 1; at < 9; at++) {
      const own = await adopted()
      const process = mortalStores(own.stores, { at, isWritten: true })
      await process.run(undoAdoption(onStores(process.stores), { cell: first }))
      const adopting = adoptStore(own.storages, { cell: first })
      const isCell = await Effect.runPromise(Effect.isSuccess(adopting))
      if (!isCell) {
        await own.undo()
        await expectAlone(own)
        continue
      }
      readopted += 1
      const payloom = await own.open(cells(own.storages))
      expect(await own.payOn(payloom, "one")).toEqual(own.paid)
      await own.consume(payloom)
      expect(new Set(own.seen).size).toBe(own.seen.length)
      await payloom.close()
    }
    expect(readopted).toBeGreaterThan(3)
  })
})

describe("an adoption is not undone", () => {
  it("if a tenant has moved, also if it came back", async () => {
    const { storages, shop, undo } = await adopted()
    const { tenant } = shop.scope
    await Effect.runPromise(moveTenant(storages, { tenant, to: cellName(1) }))
    await expect(undo()).rejects.toThrow("cells_in_use")
    await Effect.runPromise(moveTenant(storages, { tenant, to: first }))
    await expect(undo()).rejects.toThrow("has moved or is moving")
  })

  it("if another cell has a new tenant", async () => {
    const { storages, open, undo } = await adopted()
    const payloom = await open(cells(storages))
    await payloom.tenants.create({ displayName: "New", defaultCurrency: "EUR" })
    await payloom.close()
    await expect(undo()).rejects.toThrow(`has rows in the cell ${cellName(1)}`)
  })

  it("if the store was never adopted, or by another directory", async () => {
    const { storages, undo } = await adopted()
    const other = await filledStore()
    const [store] = Object.values(storages.cells)
    const foreign = { ...other.storages, cells: { ...other.storages.cells, [first]: store } }
    await expect(undo(foreign as typeof storages)).resolves.toMatchObject({ isUndone: false })
    const unknown = undoAdoption(storages, { cell: cellName(1) })
    await expect(Effect.runPromise(unknown)).rejects.toThrow("not_a_store")
  })
})
