import { Effect, Option } from "effect"
import { EngineConfig } from "../kernel/EngineOptions.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { AttemptCollection, isInFlight, queryOf } from "../payments/charges/Attempt.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { answerInTime } from "../providers/callProvider.ts"
import { NotificationNotAuthentic, ProviderUnavailable } from "../providers/errors.ts"
import type { RawNotification } from "../providers/ProviderNotification.ts"
import { Providers } from "../providers/Providers.ts"
import { routingTable } from "../routing/changeTable.ts"
import { MidCollection } from "../routing/Mid.ts"
import { applyNotification } from "./applyNotification.ts"

/**
 * Applies the notifications of a provider's request to their rows, each once. A notification that
 * can't be booked is kept and raises an alert.
 */
export const receiveNotification = Effect.fnUntraced(function* (
  midId: string,
  notification: RawNotification
) {
  const storage = yield* Storage
  const unknown = new ResourceNotFound({ object: "mid", id: midId })
  const entry = yield* storage.findUnique("any", MidCollection, "id", midId)
  if (Option.isNone(entry)) return yield* unknown
  const { scope } = entry.value
  const found = yield* accountOf(scope, midId)
  if (Option.isNone(found)) return yield* unknown
  const { mid, provider } = found.value
  const { id, credentials } = mid
  const { providerTimeoutMs: timeoutMs } = yield* EngineConfig
  const { name } = provider
  const read = () =>
    provider.readNotification({ id, credentials }, notification, {
      attempt: (reference) => Effect.orDie(knownAttempt(storage, scope, id, reference))
    })
  const notifications = yield* answerInTime(read, timeoutMs, () =>
    Effect.fail(new ProviderUnavailable({ provider: name, timeoutMs }))
  )
  if (Option.isNone(notifications)) return yield* new NotificationNotAuthentic({ mid: midId })
  for (const notification of notifications.value) {
    yield* applyNotification({ scope, mid: id, provider }, notification, "provider")
  }
})

/** Returns a merchant account with its provider. None if either no longer exists. */
export const accountOf = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const providers = yield* Providers
  const { mids } = yield* routingTable(scope)
  const mid = mids.find((other) => other.id === id)
  if (mid === undefined) return Option.none()
  return Option.map(providers.get(mid.provider), (provider) => ({ mid, provider }))
})

/** Returns the query of an attempt of a MID, and if the attempt is in flight. */
const knownAttempt = (storage: Storage["Service"], scope: Scope, mid: string, reference: string) =>
  Effect.map(storage.get(scope, AttemptCollection, reference), (found) =>
    Option.filter(found, ({ row }) => row.mid === mid).pipe(
      Option.map(({ row }) => ({ ...queryOf(row), isInFlight: isInFlight(row) }))
    )
  )
