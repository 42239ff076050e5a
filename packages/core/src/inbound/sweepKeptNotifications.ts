import { Effect, Option } from "effect"
import { PaymentCollection } from "../payments/charges/Payment.ts"
import { remove } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { KeptNotificationCollection, type KeptNotificationRecord } from "./KeptNotification.ts"

const batch = 50

/**
 * Deletes the kept notifications with ids up to `idTo`. A notification that its payment lists
 * stays, because refunds of that payment wait until it is replayed or dismissed. Returns the number
 * of deleted notifications.
 */
export const sweepKeptNotifications = Effect.fnUntraced(function* (idTo: string) {
  const storage = yield* Storage
  let swept = 0
  let after: Scope | undefined
  for (;;) {
    const scopes: ReadonlyArray<Scope> = yield* storage.scopes({
      limit: batch,
      onlyReachable: true,
      ...(after === undefined ? {} : { after })
    })
    for (const scope of scopes) swept += yield* sweepIn(scope, idTo)
    after = scopes.at(-1)
    if (scopes.length < batch) return swept
    yield* Effect.yieldNow
  }
})

const sweepIn = Effect.fnUntraced(function* (scope: Scope, idTo: string) {
  const storage = yield* Storage
  let swept = 0
  let after: string | undefined
  for (;;) {
    const page: ReadonlyArray<Stored<KeptNotificationRecord>> = yield* storage.page(
      scope,
      KeptNotificationCollection,
      { order: "asc", limit: batch, idTo, ...(after === undefined ? {} : { after }) }
    )
    const over = yield* Effect.filter(page, (kept) => Effect.map(isNamed(kept), (named) => !named))
    // A notification that was just booked or dismissed is left to the next sweep.
    const changes = over.map((kept) => remove(KeptNotificationCollection, kept))
    swept += yield* Effect.as(storage.commit(changes), over.length).pipe(
      Effect.catchTag("CommitConflict", () => Effect.succeed(0))
    )
    if (page.length < batch) return swept
    yield* Effect.yieldNow
    after = page.at(-1)?.row.id
  }
})

const isNamed = Effect.fnUntraced(function* ({ scope, row }: Stored<KeptNotificationRecord>) {
  if (row.status !== "kept" || row.payment === null) return false
  const storage = yield* Storage
  const payment = yield* storage.get(scope, PaymentCollection, row.payment)
  return Option.isSome(payment) && payment.value.row.unbooked?.includes(row.id) === true
})
