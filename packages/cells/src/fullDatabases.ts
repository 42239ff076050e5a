import type { StoragePort, StorageUnavailable } from "@payloom/core"
import { Effect, Result } from "effect"
import { Cell } from "./Cell.ts"

/**
 * Returns the names of the cells whose disk is full, and `directory` if the directory's is. Fails
 * if this is so for all cells, because nobody can pay then. If only the directory's disk is full,
 * known tenants still pay.
 */
export const fullDatabases = (
  directory: StoragePort,
  cells: ReadonlyArray<Cell>
): Effect.Effect<ReadonlyArray<string>, StorageUnavailable> => {
  const ofDirectory = new Cell("directory")
  ofDirectory.open(directory)
  return Effect.gen(function* () {
    const all = [...cells, ofDirectory]
    const results = yield* Effect.forEach(all, (cell) => Effect.result(cell.checkWrites()), {
      concurrency: "unbounded"
    })
    const failed = results.slice(0, cells.length).filter(Result.isFailure)
    const [first] = failed
    if (first !== undefined && failed.length === cells.length) {
      return yield* Effect.fail(first.failure)
    }
    return all.flatMap(({ name }, nth) => {
      const result = results[nth]
      return result !== undefined && Result.isFailure(result) ? [name] : []
    })
  })
}
