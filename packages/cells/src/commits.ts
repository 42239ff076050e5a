import {
  type Change,
  type CommitConflict,
  check,
  insert,
  type Scope,
  type StoragePort,
  StorageUnavailable,
  storedRow
} from "@payloom/core"
import { Effect } from "effect"
import { type CommitJournal, CommitJournalCollection, ResidentCollection } from "./cellRows.ts"
import type { Place, Places } from "./Places.ts"

/** How often a commit reads its tenant's place anew, because the known one was old. */
const mostMoves = 5

/**
 * Commits the changes of a tenant in its cell. The commit checks that the tenant is there. If the
 * known place is old, it reads the directory anew and commits again.
 */
export const commitInCell = (
  places: Places,
  tenant: string,
  changes: ReadonlyArray<Change>,
  tries = mostMoves
): ReturnType<StoragePort["commit"]> =>
  Effect.suspend(() => {
    const known = places.placeNow(tenant)
    const commitAt = (place: Place) =>
      Effect.catchTag(
        committed(places, place, tenant, changes, (all) =>
          place.cell.ask((storage) => storage.commit(all))
        ),
        "CommitConflict",
        (conflict) => {
          if (!isOfPlace(conflict)) return Effect.fail(conflict)
          return tries === 0
            ? Effect.fail(new StorageUnavailable({ cause: `the tenant ${tenant} keeps moving` }))
            : commitInCell(places, tenant, changes, tries - 1)
        }
      )
    return known === null ? Effect.flatMap(places.forWriting(tenant), commitAt) : commitAt(known)
  })

/** Commits with the check that the tenant is in the cell. Forgets the place if it is not. */
export const committed = (
  places: Places,
  place: Place,
  tenant: string,
  changes: ReadonlyArray<Change>,
  commit: StoragePort["commit"]
): ReturnType<StoragePort["commit"]> => {
  const committing = Effect.catchTag(
    commit([signOf(place, tenant), ...changes, ...journalOf(place, tenant, changes)]),
    "CommitConflict",
    (conflict) => {
      if (isOfPlace(conflict)) places.forget(tenant)
      return Effect.fail(conflict)
    }
  )
  return place.resident === 0
    ? Effect.map(committing, () => {
        place.resident = 1
      })
    : committing
}

/** A tenant that is copied to another cell keeps the list of its changed rows. */
const journalOf = (
  { isCopied }: Place,
  tenant: string,
  changes: ReadonlyArray<Change>
): ReadonlyArray<Change> => {
  if (!isCopied) return []
  const rows = changes.flatMap((change): CommitJournal["rows"] =>
    change._tag === "Check" ? [] : [[change.collection.name, change.scope.mode, idOf(change)]]
  )
  return rows.length === 0 ? [] : [journaling(tenant, rows)]
}

const idOf = (change: Change): string =>
  change._tag === "Insert" || change._tag === "Update" ? change.row.id : change.id

/** Creates the insert of a journal entry. Its id is random. */
export const journaling = (tenant: string, rows: CommitJournal["rows"]): Change =>
  insert({ tenant, mode: "live" }, CommitJournalCollection, {
    id: globalThis.crypto.randomUUID() as string,
    rows
  })

/** True if a commit conflicts because its tenant is not in the cell, or has just come. */
const isOfPlace = ({ collection }: CommitConflict): boolean =>
  collection === ResidentCollection.name

/** The tenant's sign is written by its first commit in the cell, and checked by the others. */
const signOf = ({ resident }: Place, tenant: string): Change => {
  const scope: Scope = { tenant, mode: "live" }
  const row = { id: tenant, movedTo: null }
  return resident === 0 || resident === null
    ? insert(scope, ResidentCollection, row)
    : check(ResidentCollection, storedRow(scope, row, resident))
}
