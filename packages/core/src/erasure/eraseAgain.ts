import { Effect, Option } from "effect"
import { CustomerCollection } from "../cards/customers/Customer.ts"
import { currentMoment, Ids } from "../kernel/ids/Moment.ts"
import type { Acting } from "../operators/audit/Acting.ts"
import { recordedCall } from "../operators/audit/recordedCall.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { type LoggedErasure, loggedErasures } from "./ErasureLog.ts"
import { erasureOf, inFlight } from "./eraseCustomer.ts"

/** A customer who was erased after the backup from which a storage was restored. */
export interface ErasedAgain {
  readonly scope: Scope
  /** The id of the customer. */
  readonly customer: string
  /** The time of the first erasure, in milliseconds since the epoch. */
  readonly erasedAt: number
  /** True if the customer is erased now. A job of the next engine erases their other rows. */
  readonly isErased: boolean
  /** The task of a person, as a sentence. Null if there is none. */
  readonly rest: string | null
}

/**
 * Erases the customers of the erasure log again who are not erased in this storage. It may be
 * repeated. With `reportOnly` nothing is changed. The audit log has the actor.
 */
export const eraseAgain = Effect.fnUntraced(function* (reportOnly: boolean, by: Acting) {
  const found: Array<ErasedAgain> = []
  const storage = yield* Storage
  const ids = yield* Ids
  for (const logged of firstOfEach(yield* loggedErasures)) {
    const { tenant, mode, customer } = logged
    const input = [{ tenant, mode }, customer]
    const call = { operation: "customers.erase", input, storage, ids }
    const erased = yield* recordedCall(eraseLogged(logged, reportOnly), by, call)
    if (erased !== null) found.push(erased)
  }
  return found
})

/** Returns the earliest entry of each customer, in the order of their times. */
const firstOfEach = (entries: ReadonlyArray<LoggedErasure>): Iterable<LoggedErasure> => {
  const first = new Map<string, LoggedErasure>()
  for (const entry of entries.toSorted((left, right) => left.erasedAt - right.erasedAt)) {
    const key = `${entry.tenant}/${entry.mode}/${entry.customer}`
    if (!first.has(key)) first.set(key, entry)
  }
  return first.values()
}

/** Returns null if the storage doesn't have the customer, or has them erased. */
const eraseLogged = Effect.fnUntraced(function* (
  { tenant, mode, customer, erasedAt }: LoggedErasure,
  reportOnly: boolean
) {
  const storage = yield* Storage
  const scope = { tenant, mode }
  const stored = yield* storage.get(scope, CustomerCollection, customer)
  if (Option.isNone(stored) || stored.value.row.erasedAt !== undefined) return null
  const result = { scope, customer, erasedAt }
  if (reportOnly) return { ...result, isErased: false, rest: null }
  const used = yield* inFlight(scope, customer)
  if (used !== null) return { ...result, isErased: false, rest: used.message }
  const { changes } = yield* erasureOf(stored.value, yield* currentMoment)
  // If another process has changed the customer meanwhile, the next call erases them.
  const isErased = yield* storage.commit(changes).pipe(
    Effect.as(true),
    Effect.catchTag("CommitConflict", () => Effect.succeed(false))
  )
  const rest = isErased ? null : `The customer ${customer} has changed meanwhile. Run this again.`
  return { ...result, isErased, rest }
})
