import {
  deploymentScope,
  insert,
  insertCopy,
  Storage,
  type StoragePort,
  update
} from "@payloom/core"
import { openStorage } from "@payloom/testkit"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { CellIdentityCollection, ResidentCollection } from "./cellRows.ts"
import { cells } from "./cells.ts"
import { placeId, TenantPlaceCollection } from "./directoryRows.ts"
import { pause } from "./realTime.ts"
import { cellName, memoryStores, onStores, openOn } from "./testing/openTestCells.ts"
import { add, scopeOf, Things } from "./testing/things.ts"

const run = Effect.runPromise

const rowIn = <R>(found: Option.Option<R>): R => Option.getOrThrow(found)

/** The storages beneath: the directory, and the cells with the numbers 0 and 1. */
type Beneath = readonly [directory: StoragePort, from: StoragePort, to: StoragePort]

/** Moves a tenant from the first cell to the second, as a program beside the engines would. */
const move = Effect.fnUntraced(function* ([directory, from, to]: Beneath, tenant: string) {
  const scope = scopeOf(tenant)
  const sign = rowIn(yield* from.get(scope, ResidentCollection, tenant))
  yield* from.commit([update(ResidentCollection, sign, { ...sign.row, movedTo: cellName(1) })])
  const rows = yield* from.page(scope, Things, { order: "asc", limit: 100 })
  yield* to.commit([
    insert(scope, ResidentCollection, { id: tenant, movedTo: null }),
    ...rows.map((row) => insertCopy(Things, row))
  ])
  const place = rowIn(yield* directory.get(deploymentScope, TenantPlaceCollection, placeId(tenant)))
  yield* directory.commit([
    update(TenantPlaceCollection, place, { ...place.row, cell: cellName(1) })
  ])
  const identity = rowIn(yield* from.get(deploymentScope, CellIdentityCollection, "cell"))
  yield* from.commit([update(CellIdentityCollection, identity, identity.row)])
})

/** Opens a process on two cells, with a tenant in the first one. */
const open = async () => {
  const stores = memoryStores(2)
  const { storage } = await openOn(stores, () => cellName(0))
  expect(await run(add(storage, "shop", "before", "a name"))).toBe("committed")
  const ports = [stores.directory, ...stores.cells].map((layer) => Effect.provide(Storage, layer))
  const beneath = (await run(Effect.all(ports))) as unknown as Beneath
  const idsIn = async (port: StoragePort) =>
    (await run(port.page(scopeOf("shop"), Things, { order: "asc", limit: 9 }))).map(
      ({ row }) => row.id
    )
  return { stores, storage, beneath, idsIn }
}

describe("a process that knows the old cell of a tenant", () => {
  it("commits in the new cell, because the old one refuses the commit", async () => {
    const { storage, beneath, idsIn } = await open()
    await run(move(beneath, "shop"))
    expect(await run(add(storage, "shop", "later"))).toBe("committed")
    expect(await idsIn(beneath[1])).toEqual(["before"])
    expect(await idsIn(beneath[2])).toEqual(["before", "later"])
    expect(await idsIn(storage)).toEqual(["before", "later"])
  })

  it("commits changes of rows that it read before the move, at their versions", async () => {
    const { storage, beneath } = await open()
    const read = rowIn(await run(storage.get(scopeOf("shop"), Things, "before")))
    await run(move(beneath, "shop"))
    await run(storage.commit([update(Things, read, { ...read.row, name: "another" })]))
    const found = await run(beneath[2].get(scopeOf("shop"), Things, "before"))
    expect(rowIn(found)).toMatchObject({ version: 2, row: { name: "another" } })
  })

  it("reads the new cell within half a second, also by a key of all tenants", async () => {
    const { stores, storage, beneath, idsIn } = await open()
    const findName = () => run(storage.findUnique("any", Things, "name", "a name"))
    expect(rowIn(await findName()).version).toBe(1)
    await run(move(beneath, "shop"))
    const second = await openOn(stores)
    const read = rowIn(await run(second.storage.get(scopeOf("shop"), Things, "before")))
    await run(second.storage.commit([update(Things, read, read.row)]))
    await run(add(second.storage, "shop", "later"))
    await run(pause(550))
    expect(await idsIn(storage)).toEqual(["before", "later"])
    expect(rowIn(await findName()).version).toBe(2)
  })

  it("commits nothing while the directory still names the old cell", async () => {
    const { storage, beneath } = await open()
    const sign = rowIn(await run(beneath[1].get(scopeOf("shop"), ResidentCollection, "shop")))
    await run(
      beneath[1].commit([update(ResidentCollection, sign, { ...sign.row, movedTo: cellName(1) })])
    )
    expect(await run(add(storage, "shop", "later"))).toBe("StorageUnavailable")
  })
})

describe("a process that has read a place once", () => {
  it("notices that the tenant has left since, although it never read the cell's version", async () => {
    const { stores, beneath, idsIn } = await open()
    const { storage } = await openOn(stores)
    expect(await idsIn(storage)).toEqual(["before"])
    await run(move(beneath, "shop"))
    const other = await openOn(stores)
    await run(add(other.storage, "shop", "later"))
    expect(await idsIn(storage)).toEqual(["before", "later"])
  })
})

describe("a new tenant", () => {
  it("is in one cell, even if several processes write it first at the same time", async () => {
    const stores = memoryStores(4)
    const opened = await Promise.all([0, 1, 2, 3].map((nth) => openOn(stores, () => cellName(nth))))
    const ends = await Promise.all(
      opened.map(({ storage }, nth) => run(add(storage, "shop", `thing ${nth}`)))
    )
    expect(ends).toEqual(["committed", "committed", "committed", "committed"])
    const cells = await run(Effect.all(stores.cells.map((layer) => Effect.provide(Storage, layer))))
    const counts = await Promise.all(
      cells.map(
        async (cell) =>
          (await run(cell.page(scopeOf("shop"), Things, { order: "asc", limit: 9 }))).length
      )
    )
    expect(counts.toSorted()).toEqual([0, 0, 0, 4])
  })

  it("is spread over the cells by default", async () => {
    const stores = memoryStores(4)
    const { placeTenant: _, ...options } = onStores(stores)
    const { storage } = await openStorage(cells(options))
    for (let nth = 0; nth < 80; nth++) await run(add(storage, `tenant ${nth}`, "thing"))
    const ports = await run(Effect.all(stores.cells.map((layer) => Effect.provide(Storage, layer))))
    const counts = await Promise.all(
      ports.map(async (port) => (await run(port.scopes({ limit: 100 }))).length)
    )
    expect(Math.min(...counts)).toBeGreaterThan(10)
  })
})
