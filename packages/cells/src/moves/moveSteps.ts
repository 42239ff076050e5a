import {
  deploymentScope,
  insert,
  remove,
  type StoragePort,
  type Stored,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import { type Resident, ResidentCollection } from "../cellRows.ts"
import {
  type CellMove,
  CellMoveCollection,
  HandOverCollection,
  handOverId,
  type TenantPlace,
  TenantPlaceCollection
} from "../directoryRows.ts"
import { lastHandOver } from "../handOvers.ts"
import { nowMs, pause } from "../realTime.ts"
import { copyAllRows, copyDueJobs, copyJournal, removeRows } from "./copyTenant.ts"
import type { MoveContext, Step, StoredMove } from "./MoveContext.ts"
import { noteMoving, setSign, signIn } from "./signs.ts"

/**
 * The time for which a process may take a tenant for settled in its cell, in milliseconds, and
 * some more.
 */
const noticeMs = 600

/** The time between two looks at a short journal, in milliseconds. */
const lookEveryMs = 50

/** The tenant is frozen if a page of the journal has no more commits than these. */
const fewCommits = 20

/** Does the next step of a move, by its phase. Returns true if the move is finished. */
export const stepOf = (context: MoveContext, move: StoredMove): Step<boolean> => {
  switch (move.row.phase) {
    case "copying":
      return Effect.as(context.interruptibly(copyFirst(context, move)), false)
    case "following":
      return Effect.as(followAndFreeze(context, move), false)
    case "frozen":
      return Effect.as(handOver(context, move), false)
    case "handed":
      return Effect.as(context.interruptibly(cleanUp(context, move)), true)
    case "undoing":
      return Effect.as(context.interruptibly(undo(context, move)), true)
  }
}

const phased = ({ directory }: MoveContext, move: StoredMove, changes: Partial<CellMove>): Step =>
  directory.commit([update(CellMoveCollection, move, { ...move.row, ...changes })])

/** Lets the commits of the tenant write the journal. Returns its signs in both cells. */
const prepare = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const { tenant, from, to } = context
  yield* noteMoving(from, tenant, "leaving")
  yield* noteMoving(to, tenant, "arriving")
  return {
    from: yield* setSign(from, tenant, { movedTo: null, isCopied: true }),
    to: yield* setSign(to, tenant, { movedTo: move.row.from, isCopied: false })
  }
})

const copyFirst = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const signs = yield* prepare(context, move)
  yield* copyAllRows(context, signs.to)
  yield* phased(context, move, { phase: "following" })
})

const followAndFreeze = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const signs = yield* context.interruptibly(follow(context, move))
  yield* phased(context, move, { phase: "frozen", frozenAt: Date.now() })
  context.times.frozenAt = nowMs()
  // Written in any case, so that a late thaw conflicts.
  yield* context.from.commit([
    update(ResidentCollection, signs.from, { id: context.tenant, movedTo: move.row.to })
  ])
})

/** Copies the changes until few are left. Returns the tenant's signs in both cells. */
const follow = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const signs = yield* prepare(context, move)
  // After this time every process reads the directory before it reads rows of the tenant.
  const until = nowMs() + noticeMs
  let rows = 0
  for (;;) {
    const commits = yield* copyJournal(context, signs)
    rows += commits
    context.report({ stage: "follow", rows })
    if (commits > fewCommits) continue
    if (nowMs() >= until) return signs
    yield* pause(lookEveryMs)
  }
})

/**
 * Copies the rest while no commit of the tenant is possible, and hands the tenant over with one
 * commit of the directory. The signs are read before the move is written. So of two processes that
 * do this, one conflicts.
 */
const handOver = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const { directory, tenant } = context
  const read = {
    from: yield* required(signIn(context.from, tenant), tenant),
    to: yield* required(signIn(context.to, tenant), tenant)
  }
  yield* phased(context, move, { frozenAt: Date.now() })
  const frozen = yield* moveOf(directory, move.row.id)
  if (frozen === null || frozen.row.phase !== "frozen") return
  const signs = {
    from: yield* signed(context.from, read.from, move.row.to),
    to: yield* signed(context.to, read.to, move.row.from)
  }
  context.report({ stage: "hand_over", rows: 0 })
  while ((yield* copyJournal(context, signs)) > 0);
  yield* copyDueJobs(context, signs.to)
  yield* signed(context.to, signs.to, null)
  const place = yield* directory.get(deploymentScope, TenantPlaceCollection, move.row.id)
  if (Option.isNone(place)) return
  const number = (yield* lastHandOver(directory)) + 1
  const { from, to, move: nth } = move.row
  yield* directory.commit([
    update(TenantPlaceCollection, place.value, {
      ...placed(place.value, to, from),
      moves: nth,
      handOver: number
    }),
    insert(deploymentScope, HandOverCollection, {
      id: handOverId(number),
      tenant,
      from,
      to,
      move: nth
    }),
    update(CellMoveCollection, frozen, { ...frozen.row, phase: "handed" })
  ])
  const { frozenAt } = context.times
  context.times.frozenMs = frozenAt === null ? null : nowMs() - frozenAt
})

/** Writes a sign at the version that was read, if it differs. */
const signed = Effect.fnUntraced(function* (
  storage: StoragePort,
  sign: Stored<Resident>,
  movedTo: string | null
) {
  if (sign.row.movedTo === movedTo && sign.row.isCopied !== true) return sign
  yield* storage.commit([update(ResidentCollection, sign, { id: sign.row.id, movedTo })])
  return yield* required(signIn(storage, sign.row.id), sign.row.id)
})

const required = Effect.fnUntraced(function* (reading: ReturnType<typeof signIn>, tenant: string) {
  const sign = yield* reading
  return sign ?? (yield* Effect.die(new Error(`the sign of ${tenant} is missing in its cell`)))
})

const placed = (place: Stored<TenantPlace>, cell: string, left: string): TenantPlace => ({
  ...place.row,
  cell,
  left: [...new Set([...(place.row.left ?? []), left])]
})

const cleanUp = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const { tenant, from, to, directory } = context
  yield* setSign(to, tenant, { movedTo: null, isCopied: false })
  yield* noteMoving(to, tenant, "arrived")
  const sign = yield* setSign(from, tenant, { movedTo: move.row.to, isCopied: false })
  yield* removeRows(context, from, sign, "clean_up")
  yield* noteMoving(from, tenant, null)
  yield* noteMoving(to, tenant, null)
  yield* directory.commit([remove(CellMoveCollection, move)])
})

const undo = Effect.fnUntraced(function* (context: MoveContext, move: StoredMove) {
  const { tenant, from, to, directory } = context
  const sign = yield* fencedOff(context, move)
  yield* removeRows(context, to, sign, "undo")
  yield* setSign(from, tenant, { movedTo: null, isCopied: false })
  yield* noteMoving(from, tenant, null)
  yield* noteMoving(to, tenant, null)
  const place = yield* directory.get(deploymentScope, TenantPlaceCollection, move.row.id)
  if (Option.isNone(place)) return
  yield* directory.commit([
    update(TenantPlaceCollection, place.value, placed(place.value, move.row.from, move.row.to)),
    remove(CellMoveCollection, move)
  ])
})

/**
 * Writes the tenant's sign in the new cell anew. So another process that still copies rows there
 * conflicts, and leaves none behind.
 */
const fencedOff = Effect.fnUntraced(function* (
  { tenant, to, times }: MoveContext,
  move: StoredMove
) {
  const sign = yield* setSign(to, tenant, { movedTo: move.row.from, isCopied: false })
  if (times.isFenced) return sign
  yield* to.commit([update(ResidentCollection, sign, sign.row)])
  times.isFenced = true
  return yield* required(signIn(to, tenant), tenant)
})

/** Reads a move. Null if it is finished. */
export const moveOf = (directory: StoragePort, id: string) =>
  Effect.map(directory.get(deploymentScope, CellMoveCollection, id), (found): StoredMove | null =>
    Option.getOrNull(found)
  )
