import {
  type Change,
  type Collection,
  type CommitConflict,
  ConsumerPartCollection,
  EventCollection,
  insertCopy,
  type Row,
  remove,
  type StoragePort,
  type StorageUnavailable
} from "@payloom/core"
import { Effect } from "effect"
import type { Progress } from "./CopyProgress.ts"
import { CopyRefused } from "./CopyRefused.ts"
import {
  allParts,
  counterparts,
  eachPage,
  eachPageOfPart,
  type Page,
  textOf
} from "./iterateStore.ts"
import { translatedParts } from "./positions.ts"
import { eachPageByReaders } from "./unreadEvents.ts"

/** The source and the target of a copy. */
export interface Stores {
  readonly from: StoragePort
  /** The tenants that have moved between the cells of the source. Null if it is one store. */
  readonly moved: ReadonlySet<string> | null
  readonly to: StoragePort
  /** The cells of the target by name, sorted. Empty if the target is one store. */
  readonly cells: ReadonlyMap<string, StoragePort>
}

type Copying = Effect.Effect<void, CommitConflict | CopyRefused | StorageUnavailable>

/**
 * Makes a collection of the target equal to the source's. Removes rows that an earlier copy wrote
 * and that the source no longer has or has changed. Then adds the missing rows. Rows of a feed are
 * added in the feed's order. The events of cells are added in an order that suits their consumers.
 * Each step reads one page and writes the rows of it that are missing.
 */
export const copyRows = (stores: Stores, of: Collection<Row>, progress: Progress): Copying => {
  const addMissing = (page: Page): Copying =>
    Effect.gen(function* () {
      yield* add(stores, of, page)
      progress.addRows(page.length)
    })
  return Effect.gen(function* () {
    progress.startCollection(of.name)
    yield* eachPage(stores.to, of, (page) => dropStale(stores, of, page))
    if (of.name === ConsumerPartCollection.name) {
      yield* eachPage(stores.from, of, (page) =>
        Effect.flatMap(translatedParts(stores, page), addMissing)
      )
    } else if (of.feed === null) yield* eachPage(stores.from, of, addMissing)
    else if (of.name === EventCollection.name && stores.moved !== null) {
      for (const part of allParts) yield* eachPageByReaders(stores, part, addMissing)
    } else {
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
  // Positions of consumers are translated anew in each copy.
  const isOfConsumers = of.name === ConsumerPartCollection.name
  const stale = page.filter((copied, nth) => {
    const original = originals[nth]
    return isOfConsumers || original === undefined || textOf(of, original) !== textOf(of, copied)
  })
  if (stale.length === 0) return
  if (of.appendOnly) {
    const detail = `The target has rows of ${of.name} that the source lacks: empty the target first`
    return yield* new CopyRefused({ reason: "target_taken", detail })
  }
  yield* commitByTenant(
    to,
    stale.map((each) => remove(of, each))
  )
})

const add = Effect.fnUntraced(function* ({ to }: Stores, of: Collection<Row>, page: Page) {
  const copied = yield* counterparts(to, of, page)
  const missing = page.filter((_, nth) => copied[nth] === undefined)
  yield* commitByTenant(
    to,
    missing.map((each) => insertCopy(of, each))
  )
})

/** A page of a feed has rows of several tenants. Their order is kept. */
const commitByTenant = Effect.fnUntraced(function* (
  to: StoragePort,
  changes: ReadonlyArray<Change>
) {
  let begin = 0
  for (let end = 1; end <= changes.length; end++) {
    if (changes[end]?.scope.tenant === changes[begin]?.scope.tenant) continue
    yield* to.commit(changes.slice(begin, end))
    begin = end
  }
})
