import { cells, cellsOptionsOf } from "@payloom/cells"
import {
  deploymentScope,
  EventCollection,
  type Scope,
  Storage,
  type StoragePort,
  UpgradesStores
} from "@payloom/core"
import { Context, Effect, Layer } from "effect"
import type { Stores } from "./copyRows.ts"
import { allParts, eachPageOfPart, eachScope } from "./iterateStore.ts"

/** The target of a copy. */
interface CopyTarget extends Pick<Stores, "to" | "cells"> {
  /** Chooses a cell for each tenant that has none yet, before anything is copied. */
  readonly place: (from: StoragePort) => ReturnType<typeof placeTenants>
}

/**
 * Opens the target of a copy. If it has cells, each of them is opened by itself too, because each
 * has a feed of its own.
 */
export const openTarget = Effect.fnUntraced(function* <E>(to: Layer.Layer<Storage, E>) {
  const options = cellsOptionsOf(to)
  if (options === null) {
    const target: CopyTarget = {
      to: yield* opened(to),
      cells: new Map(),
      place: () => Effect.void
    }
    return target
  }
  const chosen = new Map<string, string>()
  const [first = ""] = Object.keys(options.cells)
  const placed = cells({
    ...options,
    placeTenant: options.placeTenant ?? ((tenant) => chosen.get(tenant) ?? first)
  })
  // The storages of `options` fail with the errors of `to`, of which they are a part.
  const storage = yield* opened(placed as Layer.Layer<Storage, E>)
  const layers = Object.entries(options.cells) as ReadonlyArray<[string, Layer.Layer<Storage, E>]>
  const own = new Map<string, StoragePort>()
  for (const [name, layer] of layers.toSorted()) {
    own.set(name, yield* Effect.provideService(opened(layer), UpgradesStores, false))
  }
  const target: CopyTarget = {
    to: storage,
    cells: own,
    place: (from) =>
      options.placeTenant === undefined ? placeTenants(from, own, chosen) : Effect.void
  }
  return target
})

/** Opens a storage, until the scope ends. */
export const opened = <E>(layer: Layer.Layer<Storage, E>) =>
  Effect.map(Layer.build(layer), (context): StoragePort => Context.get(context, Storage))

/** Returns the cell of each tenant that has rows in one. */
export const tenantsIn = Effect.fnUntraced(function* (own: ReadonlyMap<string, StoragePort>) {
  const found = new Map<string, string>()
  for (const [name, storage] of own) {
    yield* eachScope(storage, ({ tenant }: Scope) =>
      Effect.sync(() => {
        if (tenant !== deploymentScope.tenant) found.set(tenant, name)
      })
    )
  }
  return found
})

/**
 * Chooses the cells of the tenants, the largest tenant first: each goes to the cell that has the
 * fewest events so far. Events are counted, because every change of a tenant has one.
 */
const placeTenants = Effect.fnUntraced(function* (
  from: StoragePort,
  own: ReadonlyMap<string, StoragePort>,
  chosen: Map<string, string>
) {
  const sizes = new Map<string, number>()
  const grow = (tenant: string, events: number) =>
    void sizes.set(tenant, (sizes.get(tenant) ?? 0) + events)
  yield* eachScope(from, ({ tenant }) => Effect.sync(() => grow(tenant, 1)))
  for (const part of allParts) {
    yield* eachPageOfPart(from, EventCollection, part, (page) =>
      Effect.sync(() => {
        for (const { scope } of page) grow(scope.tenant, 1)
      })
    )
  }
  const loads = new Map([...own.keys()].map((name) => [name, 0]))
  const add = (tenant: string, cell: string) => {
    chosen.set(tenant, cell)
    loads.set(cell, (loads.get(cell) ?? 0) + (sizes.get(tenant) ?? 0))
  }
  // An earlier copy has placed these.
  for (const [tenant, cell] of yield* tenantsIn(own)) add(tenant, cell)
  const left = [...sizes].filter(
    ([tenant]) => tenant !== deploymentScope.tenant && !chosen.has(tenant)
  )
  for (const [tenant] of left.toSorted(([, one], [, other]) => other - one)) {
    const [emptiest] = [...loads].toSorted(([, one], [, other]) => one - other)
    if (emptiest !== undefined) add(tenant, emptiest[0])
  }
})
