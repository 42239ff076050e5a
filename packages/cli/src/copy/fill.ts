import {
  type Collection,
  type CommitConflict,
  ConsumerPartCollection,
  insertCopy,
  type Row,
  remove,
  type StoragePort,
  type StorageUnavailable
} from "@payloom/core"
import { Effect } from "effect"
import type { Progress } from "./CopyProgress.ts"
import { CopyRefused } from "./CopyRefused.ts"
import { translatedParts } from "./positions.ts"
import { allParts, counterparts, eachPage, eachPageOfPart, type Page, textOf } from "./walks.ts"

/** Where rows come from, and where they go. */
export interface Stores {
  readonly from: StoragePort
  readonly to: StoragePort
}

type Filling = Effect.Effect<void, CommitConflict | CopyRefused | StorageUnavailable>

/**
 * Makes a collection of the target equal to the source's: removes what an earlier try has copied
 * and the source has no more, and adds what is missing. Rows that are followed are added in the
 * order in which they are; to read one page, to write what is missing of it, is a step.
 */
export const fill = (stores: Stores, of: Collection<Row>, progress: Progress): Filling => {
  const addMissing = (page: Page): Filling =>
    Effect.gen(function* () {
      yield* add(stores, of, page)
      progress.went(page.length)
    })
  return Effect.gen(function* () {
    progress.at(of.name)
    yield* eachPage(stores.to, of, (page) => dropStale(stores, of, page))
    if (of.name === ConsumerPartCollection.name) {
      yield* eachPage(stores.from, of, (page) =>
        Effect.flatMap(translatedParts(stores, page), addMissing)
      )
    } else if (of.feed === null) yield* eachPage(stores.from, of, addMissing)
    else {
      for (const part of allParts) yield* eachPageOfPart(stores.from, of, part, addMissing)
    }
  })
}

const dropStale = Effect.fnUntraced(function* (
  { from, to }: Stores,
  of: Collection<Row>,
  page: Page
) {
  const originals = yield* counterparts(from, of, page)
  // Where a consumer stands is told anew each time.
  const isOfConsumers = of.name === ConsumerPartCollection.name
  const stale = page.filter((copied, nth) => {
    const original = originals[nth]
    return isOfConsumers || original === undefined || textOf(of, original) !== textOf(of, copied)
  })
  if (stale.length === 0) return
  if (of.appendOnly) {
    const detail = `The target has rows of ${of.name} that the source has not: empty it first`
    return yield* new CopyRefused({ reason: "target_taken", detail })
  }
  yield* to.commit(stale.map((each) => remove(of, each)))
})

const add = Effect.fnUntraced(function* ({ to }: Stores, of: Collection<Row>, page: Page) {
  const copied = yield* counterparts(to, of, page)
  const missing = page.filter((_, nth) => copied[nth] === undefined)
  if (missing.length > 0) yield* to.commit(missing.map((each) => insertCopy(of, each)))
})
