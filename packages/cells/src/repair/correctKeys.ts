import {
  type AnyCollection,
  type Change,
  deploymentScope,
  insert,
  type Scope,
  type StoragePort,
  type Stored,
  update
} from "@payloom/core"
import { Effect } from "effect"
import { holdersOf } from "../adopt/enterTenants.ts"
import { type KeyHolder, KeyHolderCollection } from "../directoryRows.ts"
import { modes } from "../moves/MoveContext.ts"
import { eachPageIn } from "../storePages.ts"
import { globalKeysOf } from "../takenKeys.ts"
import type { CorrectedPlaces } from "./correctPlaces.ts"

interface Keys {
  readonly directory: StoragePort
  readonly cells: ReadonlyMap<string, StoragePort>
  readonly ofEngine: ReadonlyArray<AnyCollection>
  readonly places: Pick<CorrectedPlaces, "homes">
}

/**
 * Enters the values of the cells' rows that are unique over all tenants, and corrects those that
 * the directory gives to another tenant. Returns their number.
 */
export const correctKeys = Effect.fnUntraced(function* (keys: Keys) {
  const { cells, ofEngine, places } = keys
  const withKeys = ofEngine.filter((of) => globalKeysOf(of).length > 0)
  let corrected = 0
  for (const [tenant, cell] of places.homes) {
    const storage = cells.get(cell)
    if (storage === undefined) continue
    for (const mode of modes) {
      for (const of of withKeys) corrected += yield* correct(keys, storage, { tenant, mode }, of)
    }
  }
  return corrected
})

const correct = Effect.fnUntraced(function* (
  { directory }: Keys,
  storage: StoragePort,
  scope: Scope,
  of: AnyCollection
) {
  let corrected = 0
  yield* eachPageIn(
    storage,
    { scope, of },
    Effect.fnUntraced(function* (page) {
      const holders = page.flatMap(({ row }) => holdersOf(scope, of, row))
      const ids = holders.map(({ id }) => id)
      const known = yield* directory.getMany(deploymentScope, KeyHolderCollection, ids)
      const changes = changesOf(holders, new Map(known.map((each) => [each.row.id, each])))
      if (changes.length > 0) yield* directory.commit(changes)
      corrected += changes.length
    })
  )
  return corrected
})

const changesOf = (
  holders: ReadonlyArray<KeyHolder>,
  known: ReadonlyMap<string, Stored<KeyHolder>>
): ReadonlyArray<Change> =>
  holders.flatMap((holder): ReadonlyArray<Change> => {
    const there = known.get(holder.id)
    if (there === undefined) return [insert(deploymentScope, KeyHolderCollection, holder)]
    const isSame = there.row.tenant === holder.tenant
    return isSame ? [] : [update(KeyHolderCollection, there, holder)]
  })
