import {
  type CommitConflict,
  deploymentScope,
  insert,
  type Scope,
  type StoragePort,
  StorageUnavailable
} from "@payloom/core"
import { Effect, Option } from "effect"
import { type Cell, CellDown } from "./Cell.ts"
import { CellIdentityCollection, ResidentCollection } from "./cellRows.ts"
import { placeId, TenantPlaceCollection } from "./directoryRows.ts"
import { nowMs } from "./realTime.ts"

/** The cell of a tenant, as this process knows it. */
export interface Place {
  readonly cell: Cell
  /**
   * The version of the sign in the cell that the tenant is there. 0 if the sign is not written yet,
   * and null if nobody has looked.
   */
  resident: number | null
}

/** The places that a process keeps at most. If there are more, all are forgotten. */
const mostPlaces = 100_000

/** The places of all tenants: the rows of the directory, with a cache. */
export class Places {
  readonly #directory: StoragePort
  readonly #cells: ReadonlyMap<string, Cell>
  readonly #choose: (tenant: string) => Cell
  readonly #known = new Map<string, Place>()
  /** The number of times that the places of a cell were dropped. */
  #drops = 0

  constructor(
    directory: StoragePort,
    cells: ReadonlyMap<string, Cell>,
    choose: (tenant: string) => Cell
  ) {
    this.#directory = directory
    this.#cells = cells
    this.#choose = choose
  }

  /** Removes the place of a tenant from the cache, because it turned out to be old. */
  forget(tenant: string): void {
    this.#known.delete(tenant)
  }

  /**
   * Returns the storage of a tenant for a read, if nothing has to be read for that. Else null. This
   * is the case for almost every read, and costs no effect.
   */
  storageNow(tenant: string): StoragePort | null {
    const known = this.#known.get(tenant)
    return known === undefined || !known.cell.isKnown ? null : known.cell.storage
  }

  /** Returns the place of a tenant for a commit, if nothing has to be read for that. Else null. */
  placeNow(tenant: string): Place | null {
    const known = this.#known.get(tenant)
    return known === undefined || known.resident === null ? null : known
  }

  /**
   * Returns the cell of a tenant for a read. Null if nothing was ever written for the tenant. A
   * cached place is valid if no tenant has left the cell as of the last half second. A move has to
   * raise the version of the cell's identity after it has changed the directory, and to wait for
   * longer than that before the new cell takes commits.
   */
  forReading(tenant: string): Effect.Effect<Place | null, StorageUnavailable> {
    return Effect.suspend(() => {
      const known = this.#known.get(tenant)
      if (known === undefined) return this.#find(tenant)
      if (known.cell.isKnown) return Effect.succeed(known)
      return Effect.flatMap(this.#check(known.cell), () => {
        const kept = this.#known.get(tenant)
        return kept === undefined ? this.#find(tenant) : Effect.succeed(kept)
      })
    })
  }

  /**
   * Returns the cell of a tenant for a commit, and gives a new tenant a cell. The commit checks the
   * place itself, by the tenant's sign in the cell.
   */
  forWriting(tenant: string): Effect.Effect<Place, CommitConflict | StorageUnavailable> {
    return Effect.suspend(() => {
      const place = this.placeNow(tenant)
      return place === null ? this.#findToWrite(tenant) : Effect.succeed(place)
    })
  }

  readonly #findToWrite = Effect.fnUntraced(function* (this: Places, tenant: string) {
    const place = (yield* this.#find(tenant)) ?? (yield* this.#settle(tenant))
    const scope: Scope = { tenant, mode: "live" }
    const sign = yield* place.cell.ask((storage) => storage.get(scope, ResidentCollection, tenant))
    if (Option.isSome(sign) && sign.value.row.movedTo !== null) {
      this.forget(tenant)
      return yield* unsettled(tenant)
    }
    place.resident = Option.match(sign, { onNone: () => 0, onSome: ({ version }) => version })
    return place
  })

  /** Reads the place of a tenant from the directory. */
  readonly #find = Effect.fnUntraced(function* (this: Places, tenant: string) {
    const drops = this.#drops
    const found = yield* this.#directory.get(
      deploymentScope,
      TenantPlaceCollection,
      placeId(tenant)
    )
    if (Option.isNone(found)) return null
    const cell = this.#cells.get(found.value.row.cell)
    if (cell === undefined) return yield* notGiven(found.value.row.cell)
    const place: Place = { cell, resident: null }
    if (this.#known.size >= mostPlaces) this.#known.clear()
    // If places were dropped meanwhile, this one may be older than that.
    if (drops === this.#drops) this.#known.set(tenant, place)
    return place
  })

  /** Gives a new tenant a cell. If another process was faster, its choice counts. */
  readonly #settle = Effect.fnUntraced(function* (this: Places, tenant: string) {
    const row = { id: placeId(tenant), cell: this.#choose(tenant).name }
    yield* Effect.catchTag(
      this.#directory.commit([insert(deploymentScope, TenantPlaceCollection, row)]),
      "CommitConflict",
      () => Effect.void
    )
    return (yield* this.#find(tenant)) ?? (yield* unsettled(tenant))
  })

  /** Reads the version of a cell's identity. Forgets its tenants if one has left. */
  readonly #check = Effect.fnUntraced(function* (this: Places, cell: Cell) {
    const askedAt = nowMs()
    const found = yield* cell.ask((storage) =>
      storage.get(deploymentScope, CellIdentityCollection, "cell")
    )
    const version = Option.match(found, { onNone: () => 0, onSome: ({ version }) => version })
    if (!cell.know(version, askedAt)) return
    this.#drops += 1
    for (const [tenant, place] of this.#known) if (place.cell === cell) this.forget(tenant)
  })
}

const notGiven = (cell: string) =>
  Effect.fail(
    new StorageUnavailable({
      cause: new CellDown({ cell, cause: "the engine was started without it: add it to cells" })
    })
  )

const unsettled = (tenant: string) =>
  Effect.fail(new StorageUnavailable({ cause: `the tenant ${tenant} is moving to another cell` }))
