import { type Change, Storage, type StoragePort } from "@payloom/core"
import { storageContract } from "@payloom/testkit/storage-contract"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { memoryStores, openOn, type Stores } from "./testing/openTestCells.ts"
import { add } from "./testing/things.ts"

/** Counts the cells that get the commits of each tenant. */
class CountedCells {
  readonly #cells = new Map<string, Set<number>>()

  /** Wraps the storages of cells. */
  around(stores: Stores): Stores {
    return { ...stores, cells: stores.cells.map((layer, nth) => this.#counted(layer, nth)) }
  }

  /** The tenants with commits in several cells, and the commits with changes of several tenants. */
  findings(): ReadonlyArray<string> {
    return [...this.#cells]
      .filter(([tenant, cells]) => cells.size > 1 || tenant.includes(" and "))
      .map(([tenant, cells]) => `${tenant}: ${[...cells].join(", ")}`)
  }

  #counted(layer: Layer.Layer<Storage>, nth: number): Layer.Layer<Storage> {
    const count = (changes: ReadonlyArray<Change>) => {
      const tenants = [...new Set(changes.map(({ scope }) => scope.tenant))].join(" and ")
      if (tenants === "deployment") return
      const cells = this.#cells.get(tenants) ?? new Set()
      this.#cells.set(tenants, cells.add(nth))
    }
    const counting = (storage: StoragePort): StoragePort => ({
      ...storage,
      commit: (changes) => {
        count(changes)
        return storage.commit(changes)
      }
    })
    return Layer.provide(Layer.effect(Storage, Effect.map(Storage, counting)), layer)
  }
}

/** A storage that breaks the rule: it also writes the changes of each commit to another cell. */
const brokenAcross = (stores: Stores): Stores => ({
  ...stores,
  cells: stores.cells.map((layer, nth) =>
    Layer.effect(
      Storage,
      Effect.gen(function* () {
        const storage = yield* Effect.provide(Storage, layer)
        const other = yield* Effect.provide(Storage, stores.cells[nth === 0 ? 1 : 0] ?? layer)
        return {
          ...storage,
          commit: (changes) =>
            changes.some(({ scope }) => scope.tenant === "shop")
              ? Effect.andThen(storage.commit(changes), other.commit(changes))
              : storage.commit(changes)
        }
      })
    )
  )
})

describe("the commits of a tenant over three cells", () => {
  it("reach one cell alone, under all rules of the storage contract", async () => {
    for (const rule of storageContract.filter(({ isLong }) => isLong !== true)) {
      const counted = new CountedCells()
      await rule.run({ open: () => openOn(counted.around(memoryStores(3))) })
      expect([rule.name, counted.findings()]).toEqual([rule.name, []])
    }
  })

  it("are found by this count if they reach two", async () => {
    const counted = new CountedCells()
    const stores = counted.around(memoryStores(2))
    const { storage } = await openOn(brokenAcross(stores))
    await Effect.runPromise(add(storage, "shop", "thing"))
    expect(counted.findings()).toEqual(["shop: 1, 0"])
  })
})
