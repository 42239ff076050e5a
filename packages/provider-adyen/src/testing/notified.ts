import type { KnownCharge, ProviderNotification, RawNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import type { AdyenAccount } from "../AdyenOptions.ts"
import { adyen } from "../adyen.ts"
import { type FakeItem, fakeEvents } from "../fake/FakeEvents.ts"

const hmacKey = "ab".repeat(32)
/** The account that webhooks are read for. */
export const account: AdyenAccount = {
  apiKey: "k",
  merchantAccount: "ShopEU",
  hmacKeys: [hmacKey]
}
const mid = { id: "mid_1", credentials: "main" }
/** The end of all references. */
export const ids = "01J0000000000000000000000A"

/** Returns an item of a webhook. It is about an approved charge by default. */
export const item = (changes: Partial<FakeItem> | { readonly eventCode: string } = {}): FakeItem =>
  ({
    amount: { value: 1250, currency: "EUR" },
    pspReference: "QFQTPCQ8HXSKGK82",
    eventCode: "AUTHORISATION",
    eventDate: "2026-01-01T01:00:00+01:00",
    merchantAccountCode: "ShopEU",
    merchantReference: `attempt_${ids}`,
    success: "true",
    ...changes
  }) as FakeItem

/** Returns a webhook of these items, signed by the key. */
export const signed = (items: ReadonlyArray<FakeItem>, key = hmacKey): RawNotification =>
  fakeEvents(
    () => key,
    () => 0
  ).sign("ShopEU", items)

/** Returns a charge as it was requested. */
export const query = (changes: Partial<KnownCharge> = {}): KnownCharge => ({
  mid,
  reference: `attempt_${ids}`,
  providerReference: null,
  created: 0,
  amount: 1250n,
  currency: "EUR",
  type: "one_off",
  capture: true,
  isInFlight: true,
  ...changes
})

/**
 * Returns the notifications that the connector reads in a webhook, or null if it refuses the
 * webhook.
 */
export const read = (
  raw: RawNotification,
  asked: KnownCharge | null = query(),
  of: AdyenAccount = account,
  environment: "test" | "live" = "test"
): Promise<ReadonlyArray<ProviderNotification> | null> =>
  Effect.runPromise(
    Effect.map(
      adyen({ accountOf: () => of, environment }).readNotification(mid, raw, {
        attempt: () => Effect.succeed(Option.fromNullOr(asked))
      }),
      Option.getOrNull
    )
  )
