import {
  type AnyCollection,
  deploymentScope,
  insert,
  remove,
  type StoragePort,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { CommitTokenCollection } from "../cellRows.ts"
import { eachPageOf } from "../directoryPages.ts"
import {
  CellMoveCollection,
  HandOverCollection,
  handOverId,
  placeId,
  type TenantPlace,
  TenantPlaceCollection,
  tenantOfPlace
} from "../directoryRows.ts"
import { lastHandOver } from "../handOvers.ts"
import { removeRows } from "../moves/copyTenant.ts"
import { setSign, signIn } from "../moves/signs.ts"
import { eachScopeOf } from "../storePages.ts"

type Cells = ReadonlyMap<string, StoragePort>

const tokens: ReadonlyArray<AnyCollection> = [CommitTokenCollection as AnyCollection]

/** The cells that have a tenant, and the cells that it has left, by their signs. */
interface Found {
  readonly here: ReadonlyArray<string>
  readonly left: ReadonlyArray<string>
}

/** The tenants of all cells. */
export type FoundTenants = ReadonlyMap<string, Found>

/** Reads the tenants of the cells, and their signs. */
export const findTenants = Effect.fnUntraced(function* (cells: Cells) {
  const found = new Map<string, { readonly here: Array<string>; readonly left: Array<string> }>()
  for (const [name, storage] of cells) {
    let before = ""
    yield* eachScopeOf(storage, ({ tenant }) =>
      Effect.gen(function* () {
        if (tenant === before) return
        before = tenant
        const sign = yield* signIn(storage, tenant)
        const own = found.get(tenant) ?? { here: [], left: [] }
        found.set(tenant, own)
        // The tenants of an adopted store have no sign before their first commit.
        if (sign === null || sign.row.movedTo === null) own.here.push(name)
        else own.left.push(name)
      })
    )
  }
  return found satisfies FoundTenants
})

interface Places {
  readonly directory: StoragePort
  readonly cells: Cells
  readonly ofEngine: ReadonlyArray<AnyCollection>
  readonly found: FoundTenants
}

/** The tenants after the places were corrected. */
export interface CorrectedPlaces {
  /** The cell of each tenant. */
  readonly homes: ReadonlyMap<string, string>
  readonly placed: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
  readonly lost: ReadonlyArray<string>
  readonly ambiguous: ReadonlyArray<string>
}

/** Corrects the places of the directory by the signs of the cells. */
export const correctPlaces = Effect.fnUntraced(function* (places: Places) {
  const { directory, found } = places
  const homes = new Map<string, string>()
  const placed: Array<string> = []
  const removed: Array<string> = []
  const lost: Array<string> = []
  const ambiguous: Array<string> = []
  for (const [tenant, { here, left }] of found) {
    const stored = Option.getOrNull(
      yield* directory.get(deploymentScope, TenantPlaceCollection, placeId(tenant))
    )
    const home = homeOf(here, stored)
    if (home === null) {
      if (here.length > 0) ambiguous.push(tenant)
      continue
    }
    homes.set(tenant, home)
    for (const name of here) {
      if (name === home) continue
      yield* removeOld(places, tenant, name, home)
      removed.push(tenant)
    }
    if (stored?.row.cell === home) continue
    yield* place(directory, tenant, home, left, stored)
    placed.push(tenant)
  }
  yield* eachPageOf(directory, TenantPlaceCollection, (page) =>
    Effect.sync(() => {
      for (const { row } of page) {
        const tenant = tenantOfPlace(row.id)
        const hasRows = (found.get(tenant)?.here.length ?? 0) > 0
        if (!hasRows) lost.push(tenant)
      }
    })
  )
  return { homes, placed, removed, lost, ambiguous } satisfies CorrectedPlaces
})

/**
 * Returns the cell of a tenant. If several have it, one of them was restored to a time before the
 * tenant left, and the directory knows the right one.
 */
const homeOf = (here: ReadonlyArray<string>, stored: Stored<TenantPlace> | null): string | null => {
  const [first = null] = here
  if (here.length === 1) return first
  return stored !== null && here.includes(stored.row.cell) ? stored.row.cell : null
}

/** Enters a tenant, or writes the hand-over that the directory lost. */
const place = Effect.fnUntraced(function* (
  directory: StoragePort,
  tenant: string,
  cell: string,
  left: ReadonlyArray<string>,
  stored: Stored<TenantPlace> | null
) {
  const id = placeId(tenant)
  if (stored === null) {
    const row = { id, cell, ...(left.length === 0 ? {} : { left: [...left] }) }
    return yield* directory.commit([insert(deploymentScope, TenantPlaceCollection, row)])
  }
  const number = (yield* lastHandOver(directory)) + 1
  const move = (stored.row.moves ?? 0) + 1
  const from = stored.row.cell
  const old = Option.getOrNull(yield* directory.get(deploymentScope, CellMoveCollection, id))
  const before = [...(stored.row.left ?? []), ...left, from].filter((name) => name !== cell)
  const row = { ...stored.row, cell, left: [...new Set(before)], moves: move, handOver: number }
  yield* directory.commit([
    update(TenantPlaceCollection, stored, row),
    insert(deploymentScope, HandOverCollection, {
      id: handOverId(number),
      tenant,
      from,
      to: cell,
      move
    }),
    ...(old === null ? [] : [remove(CellMoveCollection, old)])
  ])
})

/** Removes the rows of a tenant from a restored cell that the tenant had left. */
const removeOld = Effect.fnUntraced(function* (
  { directory, cells, ofEngine }: Places,
  tenant: string,
  name: string,
  home: string
) {
  const [from, to] = [cells.get(name), cells.get(home)]
  if (from === undefined || to === undefined) return
  const sign = yield* setSign(from, tenant, { movedTo: home, isCopied: false })
  const context = {
    tenant,
    directory,
    from,
    to,
    move: 0,
    collections: new Map([...ofEngine, ...tokens].map((of) => [of.name, of])),
    report: () => undefined,
    interruptibly: <A, E>(part: Effect.Effect<A, E>) => part,
    times: { frozenAt: null, frozenMs: null, isFenced: false }
  }
  yield* removeRows(context, from, sign, "clean_up")
})
