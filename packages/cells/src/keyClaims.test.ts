import { remove, Storage, type StoragePort, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { CommitTokenCollection } from "./cellRows.ts"
import { pause } from "./realTime.ts"
import { healthy, startProcess } from "./testing/faultyProcess.ts"
import { cellName, memoryStores, openOn, type Stores } from "./testing/openTestCells.ts"
import { add, scopeOf, Things } from "./testing/things.ts"

const run = Effect.runPromise

/** Tenants whose names end with an odd digit are in the second cell. */
const place = (tenant: string) => cellName(Number(tenant.at(-1)) % 2)

const portsOf = (stores: Stores) =>
  run(Effect.all(stores.cells.map((layer) => Effect.provide(Storage, layer))))

const ownerOf = async (storage: StoragePort, name: string) =>
  Option.match(await run(storage.findUnique("any", Things, "name", name)), {
    onNone: () => null,
    onSome: ({ scope }) => scope.tenant
  })

const rowOf = async (storage: StoragePort, tenant: string, id: string) =>
  Option.getOrThrow(await run(storage.get(scopeOf(tenant), Things, id)))

describe("a value that is unique over all tenants", () => {
  it("is refused to a tenant in another cell, and found from every process", async () => {
    const stores = memoryStores(2)
    const [one, other] = [await openOn(stores, place), await openOn(stores, place)]
    expect(await run(add(one.storage, "shop 0", "a", "only"))).toBe("committed")
    expect(await run(add(other.storage, "shop 1", "a", "only"))).toBe("key_taken")
    for (const { storage } of [one, other]) {
      expect(await ownerOf(storage, "only")).toBe("shop 0")
      expect(await ownerOf(storage, "other")).toBeNull()
    }
  })

  it("can be taken by another tenant after its row has gone, whoever remembers the old one", async () => {
    const stores = memoryStores(2)
    const [one, other] = [await openOn(stores, place), await openOn(stores, place)]
    await run(add(one.storage, "shop 0", "a", "only"))
    expect(await ownerOf(other.storage, "only")).toBe("shop 0")
    const gone = await rowOf(one.storage, "shop 0", "a")
    await run(one.storage.commit([remove(Things, gone)]))
    expect(await ownerOf(other.storage, "only")).toBeNull()
    expect(await run(add(one.storage, "shop 1", "b", "only"))).toBe("committed")
    expect(await ownerOf(other.storage, "only")).toBe("shop 1")
    expect(await run(add(other.storage, "shop 0", "c", "only"))).toBe("key_taken")
  })

  it("can be changed and taken again by its own tenant", async () => {
    const { storage } = await openOn(memoryStores(2), place)
    await run(add(storage, "shop 0", "a", "first"))
    const row = await rowOf(storage, "shop 0", "a")
    await run(storage.commit([update(Things, row, { ...row.row, name: "second" })]))
    expect(await ownerOf(storage, "first")).toBeNull()
    expect(await ownerOf(storage, "second")).toBe("shop 0")
    expect(await run(add(storage, "shop 0", "b", "first"))).toBe("committed")
    expect(await run(add(storage, "shop 0", "c", "second"))).toBe("key_taken")
  })

  it("is taken by exactly one of many commits of two processes", async () => {
    const stores = memoryStores(2)
    const opened = [await openOn(stores, place), await openOn(stores, place)]
    for (let round = 0; round < 20; round++) {
      const ends = await Promise.all(
        Array.from({ length: 6 }, (_, nth) => {
          const { storage } = opened[nth % 2] ?? { storage: undefined }
          if (storage === undefined) throw new Error("There is no process.")
          return run(add(storage, `shop ${nth}`, `thing ${round}`, `name ${round}`))
        })
      )
      expect(ends.toSorted()).toEqual(["committed", ...Array(5).fill("key_taken")])
    }
  })

  it("stays unique if a process commits after others took it for dead", async () => {
    const stores = memoryStores(2)
    const directory = await run(Effect.provide(Storage, stores.directory))
    const ports = { directory, cells: await portsOf(stores) }
    // Its first commit places the tenant, the second claims the value, and the third is the row.
    const { promise: stallsUntil, resolve: goOn } = Promise.withResolvers<void>()
    const slow = startProcess(ports, { ...healthy, stallsAt: 3, stallsUntil }, place)
    const quick = startProcess(ports, healthy, place)
    const late = slow.run(add(slow.storage, "shop 0", "a", "only"))
    await run(pause(10))
    expect(await quick.run(add(quick.storage, "shop 1", "a", "only"))).toBe("committed")
    goOn()
    expect(await late).toBe("key_taken")
    expect(await ownerOf(quick.storage, "only")).toBe("shop 1")
    expect(Option.isNone(await run(slow.storage.get(scopeOf("shop 0"), Things, "a")))).toBe(true)
  })

  it("leaves no token in a cell after its commit", async () => {
    const stores = memoryStores(2)
    const { storage } = await openOn(stores, place)
    await run(add(storage, "shop 0", "a", "only"))
    await run(add(storage, "shop 1", "a", "only"))
    for (const port of await portsOf(stores)) {
      for (const tenant of ["shop 0", "shop 1"]) {
        const query = { order: "asc", limit: 9 } as const
        expect(await run(port.page(scopeOf(tenant), CommitTokenCollection, query))).toEqual([])
      }
    }
  })
})
