import { Effect, Option } from "effect"
import type { Storage } from "../../platform/storage/Storage.ts"
import { deliveryKindPrefix } from "./queueDeliveries.ts"
import { WebhookEndpointCollection } from "./WebhookEndpoint.ts"

/**
 * Returns true if jobs of a kind are deliveries to a disabled endpoint. They wait until it is
 * enabled, however long they are due. Deliveries to a deleted endpoint don't wait, because they are
 * dropped.
 */
export const waitsForEndpoint = Effect.fnUntraced(function* (
  storage: Pick<Storage["Service"], "findUnique">,
  kind: string
) {
  if (!kind.startsWith(deliveryKindPrefix)) return false
  const endpoint = kind.slice(deliveryKindPrefix.length)
  const found = yield* storage.findUnique("any", WebhookEndpointCollection, "id", endpoint)
  return Option.isSome(found) && found.value.row.status === "disabled"
})

/** Returns those of the kinds whose jobs wait for a disabled endpoint. */
export const waitingKinds = Effect.fnUntraced(function* (
  storage: Pick<Storage["Service"], "findUnique">,
  kinds: Iterable<string>
) {
  const each = [...new Set(kinds)]
  // Concurrent reads share a round trip to a remote database.
  const waits = yield* Effect.forEach(each, (kind) => waitsForEndpoint(storage, kind), {
    concurrency: "unbounded"
  })
  return new Set(each.filter((_, nth) => waits[nth]))
})
