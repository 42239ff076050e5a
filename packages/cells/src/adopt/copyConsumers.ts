import {
  type Collection,
  ConsumerMemberCollection,
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
import { positionInCells, positionsByCell } from "../feedPlaces.ts"
import { removeAll } from "./removeAll.ts"

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

/**
 * Returns the positions of consumers and the parked events from the directory to the store, which
 * has those of before the adoption. All events since then are in the store.
 */
export const returnConsumers = Effect.fnUntraced(function* (
  directory: StoragePort,
  store: StoragePort,
  cell: string
) {
  yield* removeAll(store, ConsumerPartCollection)
  yield* removeAll(store, ConsumerMemberCollection)
  yield* removeAll(store, ParkedCollection)
  yield* eachPageOf(directory, ConsumerPartCollection, (page) =>
    store.commit(
      page.map(({ scope, row, version }) => {
        const at = row.position === null ? null : positionsByCell(row.position).get(cell)
        const free = { ...row, position: at ?? null, owner: null, leasedUntil: null }
        return insertCopy(ConsumerPartCollection, storedRow(scope, free, version))
      })
    )
  )
  yield* eachPageOf(directory, ParkedCollection, (page) =>
    store.commit(page.map((each) => insertCopy(ParkedCollection, each)))
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
