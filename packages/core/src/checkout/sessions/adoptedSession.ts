import { Effect, Option } from "effect"
import { type Change, update } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"
import { sessionAfter } from "./checkoutSessionMachine.ts"

/**
 * Returns the changes by which a payment belongs to a session, as a confirm would have made them.
 * The payment was made after the backup from which the store was restored. So the payer can't pay
 * the session again. `needsSubscription` is true if a subscription should have begun with it: its
 * card is lost, so it has to be made again. Null if the session is not there or has ended.
 */
export const sessionAdopted = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  payment: CheckoutSessionRecord["payment"]
) {
  const storage = yield* Storage
  const session = yield* storage.get(scope, CheckoutSessionCollection, id)
  if (Option.isNone(session) || session.value.row.endedAt !== null) return null
  const { row } = session.value
  const confirmed = sessionAfter(row, "confirm", { payment, card: null, threeDs: null })
  const changes: ReadonlyArray<Change> = [
    update(CheckoutSessionCollection, session.value, confirmed)
  ]
  return { changes, needsSubscription: row.mode === "subscription" }
})
