import { ConsumerPartCollection, EventCollection, type StoragePort, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { eachPageOf } from "../directoryPages.ts"
import { feedPlaces, placesText } from "../feedPlaces.ts"

/**
 * Sets the positions of consumers back to the end of restored cells. A position beyond the end
 * would pass the next events. Returns the number of changed positions.
 */
export const correctPositions = Effect.fnUntraced(function* (
  directory: StoragePort,
  cells: ReadonlyMap<string, StoragePort>,
  restored: ReadonlySet<string>
) {
  let changed = 0
  if (restored.size === 0) return changed
  yield* eachPageOf(directory, ConsumerPartCollection, (page) =>
    Effect.gen(function* () {
      for (const stored of page) {
        if (stored.row.position === null) continue
        const places = feedPlaces(stored.row.position)
        const at = new Map(places.at)
        for (const name of restored) {
          const storage = cells.get(name)
          const after = at.get(name) ?? null
          if (storage === undefined || after === null) continue
          const { part } = stored.row
          const { rows } = yield* storage.feed(EventCollection, { part, after, limit: 1 })
          if (rows.length > 0) continue
          at.set(name, Option.getOrNull(yield* storage.feedEnd(EventCollection, part)))
        }
        const position = placesText({ ...places, at })
        if (position === stored.row.position) continue
        changed += 1
        yield* directory.commit([
          update(ConsumerPartCollection, stored, { ...stored.row, position })
        ])
      }
    })
  )
  return changed
})
