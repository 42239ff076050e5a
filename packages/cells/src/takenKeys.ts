import type { Change, Collection, Row, Scope, UniqueKey } from "@payloom/core"

/** A value that a commit takes, of a key that is unique over all tenants. */
export interface TakenKey {
  /** The id of the value in the directory. */
  readonly id: string
  readonly scope: Scope
  readonly of: Collection<Row>
  readonly key: string
  readonly value: string
  /** The number of the change that takes it, from 0. */
  readonly at: number
}

/** True if a commit takes any values. */
export const isTaking = (
  keys: ReadonlyArray<TakenKey>
): keys is readonly [TakenKey, ...ReadonlyArray<TakenKey>] => keys.length > 0

/** Returns the id of a value in the directory. */
export const holderId = ({ name }: Pick<Collection<Row>, "name">, key: string, value: string) =>
  `${name}/${key}/${value}`

/** Returns the values that a commit takes. Almost every commit takes none. */
export const takenKeys = (changes: ReadonlyArray<Change>): ReadonlyArray<TakenKey> => {
  if (!changes.some(hasGlobalKey)) return noKeys
  const taken = new Map<string, TakenKey>()
  for (const [at, change] of changes.entries()) {
    if (change._tag === "Delete" || change._tag === "Check") continue
    const { collection: of, scope, row } = change
    for (const [key, unique] of globalKeysOf(of)) {
      const value = unique.of(row)
      if (value === null) continue
      if (change._tag === "Update" && unique.of(change.before) === value) continue
      const id = holderId(of, key, value)
      if (!taken.has(id)) taken.set(id, { id, scope, of, key, value, at })
    }
  }
  return [...taken.values()]
}

const noKeys: ReadonlyArray<TakenKey> = []

const hasGlobalKey = ({ collection }: Change): boolean => globalKeysOf(collection).length > 0

type Keys = ReadonlyArray<readonly [key: string, unique: UniqueKey<Row>]>

const known = new WeakMap<Collection<Row>, Keys>()

/** Returns the keys of a collection that are unique over all tenants. */
export const globalKeysOf = (of: Collection<Row>): Keys => {
  const found = known.get(of)
  if (found !== undefined) return found
  const keys = Object.entries(of.unique).filter(([, { global }]) => global === true)
  known.set(of, keys)
  return keys
}
