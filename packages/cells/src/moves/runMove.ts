import {
  deploymentScope,
  insert,
  type StoragePort,
  StorageUnavailable,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import {
  type CellMove,
  CellMoveCollection,
  placeId,
  type TenantPlace,
  TenantPlaceCollection
} from "../directoryRows.ts"
import { pause } from "../realTime.ts"
import type { MoveContext, MoveProgress, MoveTimes } from "./MoveContext.ts"
import type { MoveRefused } from "./MoveRefused.ts"
import { moveOf, stepOf } from "./moveSteps.ts"
import { cellOf, type OpenedForMoves, refused } from "./openForMoves.ts"
import { requireModules } from "./requireModules.ts"
import { requireOwnRows } from "./requireOwnRows.ts"

/** A move of a tenant that is finished, or was undone. */
export interface MovedTenant {
  readonly tenant: string
  /** The name of the cell that the tenant left. */
  readonly from: string
  /** The name of the cell that the tenant is in now. */
  readonly to: string
  /**
   * The process that finished the move. It is `other` if two processes moved the tenant at the same
   * time and the other one was faster. It is `nobody` if the tenant was in the cell already.
   */
  readonly by: "this" | "other" | "nobody"
  /**
   * The time for which the tenant's commits waited for the hand-over, in milliseconds. Null if this
   * call did not freeze the tenant.
   */
  readonly frozenMs: number | null
}

/** A tenant to move, and the function that hears of the progress. */
interface ToMove {
  readonly tenant: string
  readonly to: string
  readonly onProgress: (progress: MoveProgress) => void
}

type Moving = Effect.Effect<MovedTenant, MoveRefused | StorageUnavailable>

/** So many times a step may conflict in a row. Another process may move the same tenant. */
const mostConflicts = 200

/** Moves a tenant between open cells, or continues its move. */
export const runMove = (opened: OpenedForMoves, { tenant, to, onProgress }: ToMove): Moving =>
  Effect.gen(function* () {
    const { directory } = opened
    const place = yield* placeOf(directory, tenant)
    const known = yield* moveOf(directory, placeId(tenant))
    if (known === null && place.cell === to) {
      return { tenant, from: to, to, by: "nobody", frozenMs: null }
    }
    yield* cellOf(opened.cells, to)
    const move = known ?? (yield* begin(opened, place, { tenant, to }))
    if (move.row.to !== to || move.row.phase === "undoing") {
      return yield* refused(
        "other_move",
        `its move from ${move.row.from} to ${move.row.to} is not finished: finish it or undo it`
      )
    }
    const { by, frozenMs } = yield* finish(opened, move.row, onProgress)
    if (by === "other" && (yield* placeOf(directory, tenant)).cell !== to) {
      return yield* undone(to)
    }
    return { tenant, from: move.row.from, to, by, frozenMs }
  })

/** Undoes a move between open cells that is not handed over. */
export const runUndo = (
  opened: OpenedForMoves,
  { tenant, onProgress }: Omit<ToMove, "to">
): Moving =>
  Effect.gen(function* () {
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
      const { by } = yield* finish(opened, row, onProgress)
      return { tenant, from: row.from, to: row.from, by, frozenMs: null }
    }
    return yield* busy(tenant)
  })

const placeOf = Effect.fnUntraced(function* (directory: StoragePort, tenant: string) {
  const place = yield* directory.get(deploymentScope, TenantPlaceCollection, placeId(tenant))
  return Option.isSome(place)
    ? place.value.row
    : yield* refused("tenant_unknown", `no cell has rows of ${tenant}: check the tenant's id`)
})

/** Writes the move to the directory. If another process is faster, its move counts. */
const begin = Effect.fnUntraced(function* (
  { directory, cells, collections }: OpenedForMoves,
  place: TenantPlace,
  { tenant, to }: Pick<ToMove, "tenant" | "to">
) {
  const from = yield* cellOf(cells, place.cell)
  yield* requireModules(from, collections)
  yield* requireOwnRows({ from, to: yield* cellOf(cells, to), collections }, tenant)
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

/**
 * Does the steps of a move until it is finished. A step that conflicts is done again. It can be
 * interrupted, except while the tenant is frozen.
 */
const finish = (
  { directory, cells, collections }: OpenedForMoves,
  { id, tenant, from, to, move: number, phase }: CellMove,
  report: (progress: MoveProgress) => void
) =>
  Effect.uninterruptibleMask((interruptibly) =>
    Effect.gen(function* () {
      const times: MoveTimes = { frozenAt: null, frozenMs: null, isFenced: false }
      const context: MoveContext = {
        tenant,
        directory,
        from: yield* cellOf(cells, from),
        to: yield* cellOf(cells, to),
        move: number,
        collections,
        report,
        interruptibly,
        times
      }
      for (let conflicts = 0; conflicts < mostConflicts; ) {
        const move = yield* moveOf(directory, id)
        if (move === null || move.row.to !== to || move.row.move !== number) {
          return { by: "other", frozenMs: times.frozenMs } as const
        }
        if (move.row.phase === "undoing" && phase !== "undoing") return yield* undone(to)
        const isFinished = yield* Effect.catchTag(stepOf(context, move), "CommitConflict", () =>
          Effect.succeed(null)
        )
        if (isFinished) return { by: "this", frozenMs: times.frozenMs } as const
        if (isFinished !== null) continue
        conflicts += 1
        yield* pause(20)
      }
      return yield* busy(tenant)
    })
  )

const undone = (to: string) =>
  refused("undone", `another process undid its move to ${to}: decide which of both you want`)

const busy = (tenant: string) =>
  Effect.fail(
    new StorageUnavailable({ cause: `another process moves ${tenant}: wait, and try again` })
  )
