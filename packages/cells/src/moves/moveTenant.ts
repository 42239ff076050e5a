import {
  type AnyCollection,
  collections as coreCollections,
  deploymentScope,
  insert,
  type Module,
  type StoragePort,
  StorageUnavailable,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { CellsRefused } from "../CellsRefused.ts"
import { CommitTokenCollection, cellCollections } from "../cellRows.ts"
import type { CellsOptions } from "../cells.ts"
import { ofDeployment, openAll } from "../cells.ts"
import {
  type CellMove,
  CellMoveCollection,
  placeId,
  type TenantPlace,
  TenantPlaceCollection
} from "../directoryRows.ts"
import { pause } from "../realTime.ts"
import type { MoveContext, MoveProgress, StoredMove } from "./MoveContext.ts"
import { MoveRefused } from "./MoveRefused.ts"
import { moveOf, stepOf } from "./moveSteps.ts"

/** A tenant to move, and its new cell. */
export interface TenantMove {
  /** The id of the tenant. */
  readonly tenant: string
  /** The name of the new cell. */
  readonly to: string
  /** The modules of the engines on the cells. Their tables are copied too. */
  readonly modules?: ReadonlyArray<Pick<Module, "collections">>
  /** Is called after each page of rows. */
  readonly onProgress?: (progress: MoveProgress) => void
}

/** A move of a tenant that is finished, or was undone. */
export interface MovedTenant {
  readonly tenant: string
  /** The name of the cell that the tenant left. */
  readonly from: string
  /** The name of the cell that the tenant is in now. */
  readonly to: string
}

/** The errors of a move, beside those of the storages. */
export type MoveError = CellsRefused | MoveRefused | StorageUnavailable

/** So many times a step may conflict in a row. Another process may move the same tenant. */
const mostConflicts = 200

/**
 * Moves a tenant to another cell while it pays. Engines on the cells continue. Takes the options of
 * `cells`, with the same storages as the engines.
 *
 * Copies all rows, then the changes since. Then commits of the tenant wait until the rest is copied
 * and the directory names the new cell. This takes less than a second. A commit that waits longer
 * fails with `StorageUnavailable`. Then the rows in the old cell are removed, except those of
 * append-only tables.
 *
 * Call it again if it failed or its process died: it continues. Fails with `MoveRefused`, with
 * `CellsRefused`, and with the errors of the storages.
 *
 * ```ts
 * const storages = {
 *   directory: sqlite("directory.db"),
 *   cells: { a: sqlite("a.db"), b: sqlite("b.db") }
 * }
 * await Effect.runPromise(moveTenant(storages, { tenant: account.id, to: "b" }))
 * ```
 */
export const moveTenant = <E>(
  storages: CellsOptions<E>,
  { tenant, to, modules = [], onProgress = () => undefined }: TenantMove
): Effect.Effect<MovedTenant, MoveError | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* openForMoves(storages, modules)
      const { directory } = opened
      const place = yield* placeOf(directory, tenant)
      const known = yield* moveOf(directory, placeId(tenant))
      if (known === null && place.cell === to) return { tenant, from: to, to }
      yield* cellOf(opened.cells, to)
      const move =
        known ??
        (yield* begin(directory, yield* cellOf(opened.cells, place.cell), {
          tenant,
          place,
          to,
          known: opened.collections
        }))
      if (move.row.to !== to || move.row.phase === "undoing") {
        return yield* refused(
          "other_move",
          `its move from ${move.row.from} to ${move.row.to} is not finished: finish it or undo it`
        )
      }
      yield* finish(opened, move.row, onProgress)
      return { tenant, from: move.row.from, to }
    })
  )

/**
 * Undoes a move that is not finished: the tenant stays in its cell, and the copied rows are removed
 * from the other one, except those of append-only tables. Fails with `MoveRefused` if the tenant
 * does not move, or is in the new cell already.
 */
export const undoMove = <E>(
  storages: CellsOptions<E>,
  { tenant, modules = [], onProgress = () => undefined }: Omit<TenantMove, "to">
): Effect.Effect<MovedTenant, MoveError | E> =>
  Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* openForMoves(storages, modules)
      const { directory } = opened
      for (let tries = 0; tries < mostConflicts; tries++) {
        const move = yield* moveOf(directory, placeId(tenant))
        if (move === null) return yield* refused("no_move", `${tenant} does not move`)
        if (move.row.phase === "handed") {
          return yield* refused(
            "handed_over",
            `${tenant} is in ${move.row.to} already: finish the move, then move it back`
          )
        }
        const row: CellMove = { ...move.row, phase: "undoing", frozenAt: null }
        const isWritten = yield* directory.commit([update(CellMoveCollection, move, row)]).pipe(
          Effect.as(true),
          Effect.catchTag("CommitConflict", () => Effect.succeed(false))
        )
        if (!isWritten) continue
        yield* finish(opened, row, onProgress)
        return { tenant, from: row.from, to: row.from }
      }
      return yield* busy(tenant)
    })
  )

interface Opened {
  readonly directory: StoragePort
  readonly cells: ReadonlyMap<string, StoragePort>
  readonly collections: ReadonlyMap<string, AnyCollection>
}

const openForMoves = Effect.fnUntraced(function* <E>(
  storages: CellsOptions<E>,
  modules: ReadonlyArray<Pick<Module, "collections">>
) {
  const all = [...coreCollections, ...modules.flatMap((module) => module.collections)]
  const { directory, opened } = yield* openAll(storages, all)
  const cells = new Map(
    opened.flatMap(({ name, storage }) => (storage === null ? [] : [[name, storage] as const]))
  )
  const ofDeploymentAlone = new Set(ofDeployment.map(({ name }) => name))
  const ofTenants = [...all, CommitTokenCollection as AnyCollection].filter(
    ({ name }) => !ofDeploymentAlone.has(name)
  )
  const collections = new Map(ofTenants.map((of) => [of.name, of]))
  return { directory, cells, collections } satisfies Opened
})

const cellOf = (cells: ReadonlyMap<string, StoragePort>, name: string) => {
  const cell = cells.get(name)
  return cell === undefined
    ? refused("cell_unknown", `there is no cell ${name}, or it is down: check the names in cells`)
    : Effect.succeed(cell)
}

const placeOf = Effect.fnUntraced(function* (directory: StoragePort, tenant: string) {
  const place = yield* directory.get(deploymentScope, TenantPlaceCollection, placeId(tenant))
  return Option.isSome(place)
    ? place.value.row
    : yield* refused("tenant_unknown", `no cell has rows of ${tenant}: check the tenant's id`)
})

interface Beginning {
  readonly tenant: string
  readonly place: TenantPlace
  readonly to: string
  readonly known: ReadonlyMap<string, AnyCollection>
}

/** Writes the move to the directory. If another process is faster, its move counts. */
const begin = Effect.fnUntraced(function* (
  directory: StoragePort,
  from: StoragePort,
  { tenant, place, to, known }: Beginning
) {
  yield* requireModules(from, known)
  const row: CellMove = {
    id: placeId(tenant),
    tenant,
    from: place.cell,
    to,
    phase: "copying",
    frozenAt: null,
    move: (place.moves ?? 0) + 1
  }
  yield* Effect.catchTag(
    directory.commit([insert(deploymentScope, CellMoveCollection, row)]),
    "CommitConflict",
    () => Effect.void
  )
  return (yield* moveOf(directory, row.id)) ?? (yield* busy(tenant))
})

/** Refuses to leave out tables of modules. */
const requireModules = Effect.fnUntraced(function* (
  from: StoragePort,
  known: ReadonlyMap<string, AnyCollection>
) {
  const own = new Set([...ofDeployment, ...cellCollections].map(({ name }) => name))
  const stored = yield* from.storedCollections ?? Effect.succeed([])
  const others = stored.filter((name) => !known.has(name) && !own.has(name))
  if (others.length === 0) return
  return yield* refused(
    "modules_missing",
    `its cell has tables of modules (${others.join(", ")}): name the modules in modules`
  )
})

/** Does the steps of a move until it is finished. A step that conflicts is done again. */
const finish = Effect.fnUntraced(function* (
  { directory, cells, collections }: Opened,
  { id, tenant, from, to, move: number }: CellMove,
  report: (progress: MoveProgress) => void
) {
  const context: MoveContext = {
    tenant,
    directory,
    from: yield* cellOf(cells, from),
    to: yield* cellOf(cells, to),
    move: number,
    collections,
    report
  }
  for (let conflicts = 0; conflicts < mostConflicts; ) {
    const move: StoredMove | null = yield* moveOf(directory, id)
    if (move === null || move.row.to !== to) return
    const isFinished = yield* Effect.catchTag(stepOf(context, move), "CommitConflict", () =>
      Effect.succeed(null)
    )
    if (isFinished) return
    if (isFinished !== null) continue
    conflicts += 1
    yield* pause(20)
  }
  return yield* busy(tenant)
})

const busy = (tenant: string) =>
  Effect.fail(
    new StorageUnavailable({ cause: `another process moves ${tenant}: wait, and try again` })
  )

const refused = (reason: MoveRefused["reason"], detail: string) =>
  Effect.fail(new MoveRefused({ reason, detail }))
