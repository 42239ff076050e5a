import { type StoragePort, type StorageUnavailable, type Stored, update } from "@payloom/core"
import { Effect } from "effect"
import { ResidentCollection } from "../cellRows.ts"
import { type CellMove, CellMoveCollection } from "../directoryRows.ts"
import { signIn } from "./signs.ts"

/** How long a tenant may be frozen, in milliseconds, before others assume the mover's death. */
const mostFrozenMs = 2000

/**
 * Lets a frozen tenant commit in its old cell again, if its hand-over takes too long. The change of
 * the move in the directory makes a late hand-over conflict. The sign is read before it. So if the
 * tenant is frozen again meanwhile, it stays frozen.
 */
export const thaw = (
  directory: StoragePort,
  from: StoragePort,
  move: Stored<CellMove>
): Effect.Effect<void, StorageUnavailable> =>
  Effect.gen(function* () {
    const { phase, frozenAt, tenant } = move.row
    if (phase === "handed" || phase === "undoing") return
    if (frozenAt !== null && Math.abs(Date.now() - frozenAt) < mostFrozenMs) return
    const sign = yield* signIn(from, tenant)
    if (sign === null || sign.row.movedTo === null) return
    yield* directory.commit([
      update(CellMoveCollection, move, { ...move.row, phase: "following", frozenAt: null })
    ])
    yield* from.commit([
      update(ResidentCollection, sign, { id: tenant, movedTo: null, isCopied: true })
    ])
  }).pipe(Effect.catchTag("CommitConflict", () => Effect.void))
