import type { AnyCollection, StoragePort } from "@payloom/core"
import { Effect } from "effect"
import { cellCollections } from "../cellRows.ts"
import { ofDeployment } from "../cells.ts"
import { refused } from "./openForMoves.ts"

/** Refuses to leave out tables of modules. Fails with `MoveRefused`. */
export const requireModules = Effect.fnUntraced(function* (
  from: StoragePort,
  known: ReadonlyMap<string, AnyCollection>
) {
  const own = new Set([...ofDeployment, ...cellCollections].map(({ name }) => name))
  const stored = yield* from.storedCollections ?? Effect.succeed([])
  const others = stored.filter((name) => !known.has(name) && !own.has(name))
  if (others.length === 0) return
  return yield* refused(
    "modules_missing",
    `the store has tables of modules (${others.join(", ")}): name the modules in modules`
  )
})
