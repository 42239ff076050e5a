import { type Change, type StoragePort, type Update, update } from "@payloom/core"
import { Effect, Option } from "effect"
import type { Places } from "./Places.ts"

/** Returns true for a change of an append-only row. It can only erase texts. */
export const isErasing = (change: Change): change is Update =>
  change._tag === "Update" && change.collection.appendOnly

/**
 * Erases texts in the cells that a tenant has left, before they are erased in its own cell. If one
 * of these cells is down, the erasure fails and is done again later.
 */
export const eraseWhereItWas = (
  places: Places,
  tenant: string,
  erasures: ReadonlyArray<Update>
): ReturnType<StoragePort["commit"]> =>
  Effect.flatMap(places.leftBy(tenant), (cells) =>
    Effect.forEach(
      cells,
      (cell) => cell.ask((storage) => Effect.forEach(erasures, erasing(storage), discarding)),
      discarding
    )
  )

const discarding = { discard: true } as const

const erasing =
  (storage: StoragePort) =>
  ({ scope, collection: of, row }: Update): ReturnType<StoragePort["commit"]> =>
    Effect.flatMap(
      storage.get(scope, of, row.id),
      Option.match({
        onNone: () => Effect.void,
        onSome: (stored) =>
          of.encode(stored.row) === of.encode(row)
            ? Effect.void
            : storage.commit([update(of, stored, row)])
      })
    )
