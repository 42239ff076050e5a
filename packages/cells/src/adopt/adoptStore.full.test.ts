import { Storage } from "@payloom/core"
import { memory } from "@payloom/testkit"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { cells } from "../cells.ts"
import { moveTenant } from "../moves/moveTenant.ts"
import { filledStore } from "../testing/filledStore.ts"
import { mortalStores } from "../testing/mortalStores.ts"
import { cellName, onStores } from "../testing/openTestCells.ts"
import { adoptStore } from "./adoptStore.ts"

const first = cellName(0)

describe("a store that becomes a cell", () => {
  it("answers, authenticates, consumes and moves as before", async () => {
    const { box, storages, open, shop, secret, paid, payOn, consume, seen, handled } =
      await filledStore()
    const adopted = await Effect.runPromise(adoptStore(storages, { cell: first }))
    expect(adopted).toEqual({ cell: first, tenants: 1, isNew: true })
    const again = await Effect.runPromise(adoptStore(storages, { cell: first }))
    expect(again).toEqual({ cell: first, tenants: 1, isNew: false })
    const payloom = await open(cells(storages))
    expect(await payOn(payloom, "one")).toEqual(paid)
    expect(await payloom.tenants.authenticate(secret)).toMatchObject({
      scope: shop.scope
    })
    expect((await payloom.tenants.find("shop"))?.id).toBe(shop.scope.tenant)
    const taken = payloom.tenants.create({
      displayName: "Another",
      defaultCurrency: "EUR",
      reference: "shop"
    })
    await expect(taken).rejects.toMatchObject({ _tag: "TenantReferenceTaken" })
    await consume(payloom)
    expect(handled).toBeGreaterThan(0)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(handled)
    await Effect.runPromise(moveTenant(storages, { tenant: shop.scope.tenant, to: cellName(1) }))
    await payOn(payloom, "three")
    await consume(payloom)
    expect(new Set(seen).size).toBe(seen.length)
    expect(await box.audit(payloom)).toEqual([])
  })

  it("lets no engine start on it alone, and none on the cells until it is finished", async () => {
    const { stores, storages, open } = await filledStore()
    const process = mortalStores(stores, { at: 2, isWritten: true })
    const dying = adoptStore(onStores(process.stores), { cell: first })
    expect(await process.run(dying)).toBe("died")
    await expect(open(cells(storages))).rejects.toMatchObject({ _tag: "StorageIncomplete" })
    await Effect.runPromise(adoptStore(storages, { cell: first }))
    await open(cells(storages))
    await expect(open(stores.cells[0] ?? memory())).rejects.toMatchObject({
      _tag: "StorageIncomplete"
    })
  })

  it("is finished by a later call, wherever the process died", async () => {
    for (const isWritten of [false, true]) {
      for (let at = 1; ; at++) {
        const { stores, storages, open, paid, payOn, secret } = await filledStore()
        const process = mortalStores(stores, { at, isWritten })
        const end = await process.run(adoptStore(onStores(process.stores), { cell: first }))
        await Effect.runPromise(adoptStore(storages, { cell: first }))
        const payloom = await open(cells(storages))
        expect(await payOn(payloom, "one")).toEqual(paid)
        expect(await payloom.tenants.authenticate(secret)).toBeDefined()
        await payloom.close()
        if (end !== "died") {
          expect(at).toBeGreaterThan(4)
          break
        }
      }
    }
  })
})

it("a cell that never was a store of its own needs no adoption", async () => {
  const { storages, open } = await filledStore()
  await Effect.runPromise(adoptStore(storages, { cell: first }))
  const payloom = await open(cells(storages))
  await payloom.tenants.create({ displayName: "New", defaultCurrency: "EUR" })
  expect(await Effect.runPromise(adoptStore(storages, { cell: cellName(1) }))).toEqual({
    cell: cellName(1),
    tenants: 1,
    isNew: false
  })
})

describe("a store is not adopted", () => {
  it("if it has no store, or the directory is used by others, or cells lacks it", async () => {
    const { storages } = await filledStore()
    const adopt = (cell: string, given = storages) => Effect.runPromise(adoptStore(given, { cell }))
    await expect(adopt(cellName(1))).rejects.toThrow("not_a_store")
    await expect(adopt("nowhere")).rejects.toThrow("options_invalid")
    await adopt(first)
    const other = await filledStore()
    const mixed = { ...other.storages, directory: storages.directory }
    await expect(adopt(first, mixed)).rejects.toThrow("directory_taken")
  })

  it("while an engine uses it", async () => {
    const { stores, storages, open, payOn } = await filledStore()
    const [store = memory()] = stores.cells
    const running = await open(store)
    // The payment is committed after the first look at the events, and before the second one.
    const paying = Layer.effect(
      Storage,
      Effect.map(Storage, (inner) => ({
        ...inner,
        scopes: (query: Parameters<typeof inner.scopes>[0]) =>
          Effect.andThen(
            Effect.promise(() => payOn(running, "meanwhile")),
            inner.scopes(query)
          )
      }))
    ).pipe(Layer.provide(store))
    const used = { ...storages, cells: { ...storages.cells, [first]: paying } }
    await expect(Effect.runPromise(adoptStore(used, { cell: first }))).rejects.toThrow(
      "store_in_use"
    )
    await running.close()
    expect(await Effect.runPromise(adoptStore(storages, { cell: first }))).toMatchObject({
      isNew: true
    })
  })
})
