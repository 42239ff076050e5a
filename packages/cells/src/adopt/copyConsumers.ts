import {
  type Collection,
  ConsumerPartCollection,
  deploymentScope,
  insertCopy,
  ParkedCollection,
  type Row,
  type StoragePort,
  type Stored,
  storedRow
} from "@payloom/core"
import { Effect } from "effect"
import { eachPageOf } from "../directoryPages.ts"
import { positionInCells } from "../feedPlaces.ts"

/**
 * Copies the positions of consumers and the parked events from a store to the directory of its
 * cell. A position becomes one with a place in this cell alone.
 */
export const copyConsumers = Effect.fnUntraced(function* (
  store: StoragePort,
  directory: StoragePort,
  cell: string
) {
  yield* eachPageOf(store, ConsumerPartCollection, (page) =>
    copyMissing(
      directory,
      ConsumerPartCollection,
      page.map(({ scope, row, version }) => {
        const position =
          row.position === null ? null : positionInCells(new Map([[cell, row.position]]))
        return storedRow(scope, { ...row, position, owner: null, leasedUntil: null }, version)
      })
    )
  )
  yield* eachPageOf(store, ParkedCollection, (page) =>
    copyMissing(directory, ParkedCollection, page)
  )
})

const copyMissing = Effect.fnUntraced(function* <R extends Row>(
  directory: StoragePort,
  of: Collection<R>,
  rows: ReadonlyArray<Stored<R>>
) {
  const ids = rows.map(({ row }) => row.id)
  const known = yield* directory.getMany(deploymentScope, of, ids)
  const there = new Set(known.map(({ row }) => row.id))
  const missing = rows.filter(({ row }) => !there.has(row.id))
  if (missing.length > 0) yield* directory.commit(missing.map((each) => insertCopy(of, each)))
})
