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
import { allRowsOf } from "./directoryPages.ts"
import {
  CellMoveCollection,
  KnownCellCollection,
  placeId,
  TenantPlaceCollection
} from "./directoryRows.ts"
import { thaw } from "./moves/thaw.ts"
import { nowMs, pause } from "./realTime.ts"

/** The cell of a tenant, as this process knows it. */
export interface Place {
  readonly cell: Cell
  /**
   * The version of the sign in the cell that the tenant is there. 0 if the sign is not written yet,
   * and null if nobody has looked.
   */
  resident: number | null
  /** True if the tenant is copied to another cell, so that commits write the journal. */
  isCopied: boolean
  /** The number of the tenant's last hand-over. 0 if it never moved. */
  readonly handOver: number
}

/** The home of a tenant, compared with a cell. */
export interface Home {
  readonly tenant: string
  /** True if the tenant is in the cell. */
  readonly isHere: boolean
  /** The number of the tenant's last hand-over. 0 if it never moved. */
  readonly handOver: number
}

/** Chooses the cell of a new tenant. `drained` are the names of cells that get no new ones. */
export type Choice = (tenant: string, drained: ReadonlySet<string>) => Cell

/** The places that a process keeps at most. If there are more, all are forgotten. */
const mostPlaces = 100_000

/** How often a commit looks if the hand-over of its tenant is over, and the time in between. */
const mostWaits = 20
const waitMs = 50

/** The places of all tenants: the rows of the directory, with a cache. */
export class Places {
  readonly #directory: StoragePort
  readonly #cells: ReadonlyMap<string, Cell>
  readonly #choose: Choice
  readonly #known = new Map<string, Place>()
  /** The number of times that the places of a cell were dropped. */
  #drops = 0

  constructor(directory: StoragePort, cells: ReadonlyMap<string, Cell>, choose: Choice) {
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
    return known?.cell.isHomeOf(tenant) ? known.cell.storage : null
  }

  /** Returns the place of a tenant for a commit, if nothing has to be read for that. Else null. */
  placeNow(tenant: string): Place | null {
    const known = this.#known.get(tenant)
    return known === undefined || known.resident === null ? null : known
  }

  /**
   * Returns the cell of a tenant for a read. Null if nothing was ever written for the tenant. A
   * cached place is valid if the tenant was not moving as of the last half second. A move notes the
   * tenant in the cell's identity, and waits for longer than that before the hand-over.
   */
  forReading(tenant: string): Effect.Effect<Place | null, StorageUnavailable> {
    return Effect.suspend(() => {
      const known = this.#known.get(tenant)
      if (known === undefined) return this.#find(tenant)
      if (known.cell.isHomeOf(tenant)) return Effect.succeed(known)
      if (known.cell.isKnown) return this.#find(tenant)
      return Effect.flatMap(this.#check(known.cell), () => {
        const kept = this.#known.get(tenant)
        return kept?.cell.isHomeOf(tenant) ? Effect.succeed(kept) : this.#find(tenant)
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

  /** If the tenant is frozen for the hand-over, waits for its end. */
  readonly #findToWrite = Effect.fnUntraced(function* (this: Places, tenant: string) {
    for (let waits = 0; waits < mostWaits; waits++) {
      const place = (yield* this.#find(tenant)) ?? (yield* this.#settle(tenant))
      const scope: Scope = { tenant, mode: "live" }
      const sign = yield* place.cell.ask((storage) =>
        storage.get(scope, ResidentCollection, tenant)
      )
      if (Option.isNone(sign)) place.resident = 0
      else if (sign.value.row.movedTo === null) {
        place.resident = sign.value.version
        place.isCopied = sign.value.row.isCopied === true
      }
      if (place.resident !== null) return place
      this.forget(tenant)
      yield* pause(waitMs)
    }
    return yield* this.#thaw(tenant)
  })

  /** Ends the freeze of a move whose process has died, so that the tenant can pay again. */
  readonly #thaw = Effect.fnUntraced(function* (this: Places, tenant: string) {
    const found = yield* this.#directory.get(deploymentScope, CellMoveCollection, placeId(tenant))
    if (Option.isSome(found)) {
      const cell = this.#cells.get(found.value.row.from)
      const storage = cell?.storage ?? null
      if (storage !== null) yield* thaw(this.#directory, storage, found.value)
    }
    return yield* unsettled(tenant)
  })

  /** Returns the cells that a tenant has left. They still have its append-only rows. */
  leftBy(tenant: string): Effect.Effect<ReadonlyArray<Cell>, StorageUnavailable> {
    return Effect.map(
      this.#directory.get(deploymentScope, TenantPlaceCollection, placeId(tenant)),
      (found) =>
        Option.match(found, { onNone: () => [], onSome: ({ row }) => row.left ?? [] }).flatMap(
          (name) => this.#cells.get(name) ?? []
        )
    )
  }

  /**
   * Returns for some tenants if they are in this cell. A tenant that is known to be there costs no
   * read.
   */
  homesOf(
    cell: Cell,
    tenants: ReadonlyArray<string>
  ): Effect.Effect<ReadonlyArray<Home>, StorageUnavailable> {
    const homes: Array<Home> = []
    const unsure: Array<string> = []
    for (const tenant of tenants) {
      const known = this.#known.get(tenant)
      if (known?.cell === cell && cell.isHomeOf(tenant)) {
        homes.push({ tenant, isHere: true, handOver: known.handOver })
      } else unsure.push(tenant)
    }
    if (unsure.length === 0) return Effect.succeed(homes)
    return Effect.map(
      this.#directory.getMany(deploymentScope, TenantPlaceCollection, unsure.map(placeId)),
      (places) => {
        const rows = new Map(places.map(({ row }) => [row.id, row]))
        for (const tenant of unsure) {
          const row = rows.get(placeId(tenant))
          const isHere = row === undefined || row.cell === cell.name
          homes.push({ tenant, isHere, handOver: row?.handOver ?? 0 })
        }
        return homes
      }
    )
  }

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
    const place: Place = {
      cell,
      resident: null,
      isCopied: false,
      handOver: found.value.row.handOver ?? 0
    }
    if (this.#known.size >= mostPlaces) this.#known.clear()
    // If places were dropped meanwhile, this one may be older than that.
    if (drops === this.#drops) this.#known.set(tenant, place)
    return place
  })

  /** Gives a new tenant a cell. If another process was faster, its choice counts. */
  readonly #settle = Effect.fnUntraced(function* (this: Places, tenant: string) {
    const known = yield* allRowsOf(this.#directory, KnownCellCollection)
    const drained = known.flatMap(({ row: { id, isDrained } }) => (isDrained === true ? [id] : []))
    const row = { id: placeId(tenant), cell: this.#choose(tenant, new Set(drained)).name }
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
    const moving = Option.match(found, { onNone: () => [], onSome: ({ row }) => row.moving ?? [] })
    if (!cell.know(version, moving, askedAt)) return
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
