import {
  deploymentScope,
  type StoragePort,
  type StorageUnavailable,
  type Stored
} from "@payloom/core"
import { Effect } from "effect"
import { type HandOver, HandOverCollection, handOverId } from "./directoryRows.ts"
import type { FeedPlaces } from "./feedPlaces.ts"

const pageSize = 100

/** Returns the number of the last hand-over. 0 if no tenant has ever moved. */
export const lastHandOver = (
  directory: Pick<StoragePort, "page">
): Effect.Effect<number, StorageUnavailable> =>
  Effect.map(
    directory.page(deploymentScope, HandOverCollection, { order: "desc", limit: 1 }),
    ([last]) => (last === undefined ? 0 : Number(last.row.id))
  )

/**
 * Returns the position of a reader that knows the hand-overs since it was written. The rests of
 * these tenants in their old cells come first. A tenant's rests are in the order of its moves.
 */
export const withHandOvers = Effect.fnUntraced(function* (
  directory: Pick<StoragePort, "page">,
  before: FeedPlaces
) {
  let places = before
  for (;;) {
    const page: ReadonlyArray<Stored<HandOver>> = yield* directory.page(
      deploymentScope,
      HandOverCollection,
      { order: "asc", limit: pageSize, after: handOverId(places.handOver) }
    )
    for (const { row } of page) places = withHandOver(places, row)
    if (page.length < pageSize) return places
  }
})

const withHandOver = (places: FeedPlaces, { id, tenant, from, to, move }: HandOver): FeedPlaces => {
  const passed = new Map(places.passed)
  const broughtBy = passed.get(from)?.get(tenant) ?? null
  passed.set(from, new Map([...(passed.get(from) ?? [])].filter(([other]) => other !== tenant)))
  passed.set(to, new Map(passed.get(to)).set(tenant, move))
  return {
    ...places,
    handOver: Number(id),
    passed: new Map([...passed].filter(([, own]) => own.size > 0)),
    rests: [...places.rests, { tenant, cell: from, at: places.at.get(from) ?? null, broughtBy }]
  }
}
