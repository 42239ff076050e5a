import { type CellsToCopy, cellsOptionsOf, openToCopy } from "@payloom/cells"
import type { Module, Storage, StorageUnavailable, UnfinishedMove } from "@payloom/core"
import { Effect, type Layer, type Scope } from "effect"
import { CopyRefused } from "./CopyRefused.ts"
import { opened } from "./CopyTarget.ts"
import type { Stores } from "./copyRows.ts"

/** The source of a copy. */
interface CopySource extends Pick<Stores, "from" | "moved"> {
  /** Fails if a tenant moves between the cells of the source now. */
  readonly settled: Effect.Effect<void, CopyRefused | StorageUnavailable>
}

/** Opens the source of a copy: a store, or cells. */
export const openSource = Effect.fnUntraced(function* <E>(
  from: Layer.Layer<Storage, E>,
  modules: ReadonlyArray<Pick<Module, "collections">>
) {
  const options = cellsOptionsOf(from)
  if (options === null) {
    const source: CopySource = { from: yield* opened(from), moved: null, settled: Effect.void }
    return source
  }
  // The storages of `options` fail with the errors of `from`, of which they are a part.
  const opening = openToCopy(options, modules) as Effect.Effect<CellsToCopy, E, Scope.Scope>
  const { storage, moved, moves } = yield* opening
  const source: CopySource = {
    from: storage,
    moved,
    settled: Effect.flatMap(moves, ([first]) =>
      first === undefined ? Effect.void : Effect.fail(moving(first))
    )
  }
  return source
})

const moving = ({ tenant, from, to, phase }: UnfinishedMove) =>
  new CopyRefused({
    reason: "tenant_moves",
    detail:
      `The tenant ${tenant} moves from ${from} to ${to} (${phase}): finish the move by payloom ` +
      "cells move, or undo it, and copy again"
  })
