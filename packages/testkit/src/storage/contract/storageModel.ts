import {
  type Change,
  check,
  insert,
  insertCopy,
  type PageQuery,
  remove,
  type Scope,
  type Stored,
  scopeKey,
  storedRow,
  update
} from "@payloom/core"
import { type Account, Accounts, account } from "./contractRows.ts"
import type { Refusal } from "./expectations.ts"

/** All rows as a plain list, which is slow and obviously correct. */
export type Model = ReadonlyArray<Stored<Account>>

/** An intended change, which depends on the rows that the model then holds. */
export interface Intent {
  readonly tag: Change["_tag"]
  readonly scope: number
  readonly row: number
  /** Added to the version that the row has before the commit, or begins with. Mostly 0. */
  readonly drift: number
  readonly fields: Partial<Account>
}

const sameScope = (left: Scope, right: Scope) => scopeKey(left) === scopeKey(right)

const isAt = (scope: Scope, id: string) => (stored: Stored<Account>) =>
  sameScope(stored.scope, scope) && stored.row.id === id

/** Returns the changes of a commit with these intents. */
export const changesOf = (
  model: Model,
  scopes: ReadonlyArray<Scope>,
  intents: ReadonlyArray<Intent>
): ReadonlyArray<Change> => {
  const changes: Array<Change> = []
  for (const intent of intents) changes.push(changeOf(model, changes, scopes, intent))
  return changes
}

const changeOf = (
  model: Model,
  earlier: ReadonlyArray<Change>,
  scopes: ReadonlyArray<Scope>,
  intent: Intent
): Change => {
  const scope = scopes[intent.scope] ?? { tenant: "", mode: "test" }
  const row = account(intent.row, intent.fields)
  const known = model.find(isAt(scope, row.id))
  const version = (known?.version ?? 1) + intent.drift
  const last = earlier.findLast(
    (change) =>
      (change._tag === "Insert" || change._tag === "Update") &&
      sameScope(change.scope, scope) &&
      change.row.id === row.id
  ) as { readonly row: Account } | undefined
  const stored = storedRow(scope, last?.row ?? known?.row ?? row, version)
  switch (intent.tag) {
    case "Insert":
      return intent.drift > 0
        ? insertCopy(Accounts, storedRow(scope, row, 1 + intent.drift))
        : insert(scope, Accounts, row)
    case "Update":
      return update(Accounts, stored, row)
    case "Delete":
      return remove(Accounts, stored)
    case "Check":
      return check(Accounts, stored)
  }
}

/** Returns the model after a commit, or the reason of its refusal. */
export const commitTo = (model: Model, changes: ReadonlyArray<Change>): Model | Refusal => {
  let next: Model = model
  for (const change of changes) {
    const outcome = apply(next, change)
    if ("reason" in outcome) return outcome
    next = outcome
  }
  return next
}

const refusal = (reason: Refusal["reason"], key: string): Refusal => ({
  reason,
  collection: Accounts.name,
  key
})

const apply = (model: Model, change: Change): Model | Refusal => {
  const { scope } = change
  const id = "row" in change ? change.row.id : change.id
  const current = model.find(isAt(scope, id))
  const others = model.filter((stored) => stored !== current)
  if (change._tag === "Insert") {
    if (current !== undefined) return refusal("id_taken", id)
    return put(others, storedRow(scope, change.row as Account, change.version ?? 1))
  }
  if (current === undefined) return refusal("missing", id)
  if (current.version !== change.version) return refusal("stale", id)
  if (change._tag === "Check") return model
  if (change._tag === "Delete") return others
  return put(others, storedRow(scope, change.row as Account, change.version + 1))
}

const put = (others: Model, stored: Stored<Account>): Model | Refusal => {
  const rivals = others.filter(({ scope }) => sameScope(scope, stored.scope))
  const { email, slot, handle } = stored.row
  if (email !== null && rivals.some(({ row }) => row.email === email)) {
    return refusal("key_taken", "email")
  }
  if (slot !== null && rivals.some(({ row }) => row.slot === slot)) {
    return refusal("key_taken", "slot")
  }
  if (handle !== null && others.some(({ row }) => row.handle === handle)) {
    return refusal("key_taken", "handle")
  }
  return [...others, stored]
}

/** Returns a page of the model. */
export const pageOf = (model: Model, scope: Scope, query: PageQuery): Model => {
  const direction = query.order === "asc" ? 1 : -1
  const compare = (left: string, right: string) =>
    left === right ? 0 : left < right ? -direction : direction
  const wanted = (value: string | null, filter: string | ReadonlyArray<string> | undefined) =>
    filter === undefined || (value !== null && [filter].flat().includes(value))
  return model
    .filter((stored) => sameScope(stored.scope, scope))
    .filter(({ row }) => wanted(row.status, query.where?.status))
    .filter(({ row }) => wanted(row.owner, query.where?.owner))
    .filter(({ row }) => query.after === undefined || compare(query.after, row.id) < 0)
    .filter(({ row }) => query.idFrom === undefined || row.id >= query.idFrom)
    .filter(({ row }) => query.idTo === undefined || row.id <= query.idTo)
    .toSorted((left, right) => compare(left.row.id, right.row.id))
    .slice(0, query.limit)
}
