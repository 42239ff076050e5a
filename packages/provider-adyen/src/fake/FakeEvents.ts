import type { Types } from "@adyen/api-library"
import { type FakeWebhooks, fakeWebhooks, type SignedEvent } from "@payloom/testkit/fake-provider"
import { HmacValidator } from "../sdk.ts"
import type { Wire } from "../wire.ts"

/** One item of a webhook, in the SDK's own type. */
export type FakeItem = Wire<Types.notification.NotificationRequestItem>

/** The fake's webhooks: it stores them, signs them and posts them to each account's URL. */
export interface FakeEvents extends FakeWebhooks<FakeItem> {
  readonly sign: (merchantAccount: string, items: ReadonlyArray<FakeItem>) => SignedEvent
}

const validator = new HmacValidator()

/** Returns a webhook of these items, each signed with the key. */
const signedBy = (key: string, items: ReadonlyArray<FakeItem>): SignedEvent => {
  const signed = items.map((item) => {
    // The validator's type is a class. The item has the fields that go over the wire.
    const whole = { additionalData: {}, ...item } as unknown
    const hmacSignature = validator.calculateHmac(
      whole as Types.notification.NotificationRequestItem,
      key
    )
    return { ...item, additionalData: { ...item.additionalData, hmacSignature } }
  })
  const notificationItems = signed.map((item) => ({ NotificationRequestItem: item }))
  return {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ live: "false", notificationItems })
  }
}

/** Creates the fake's webhooks. Each webhook has one item, as Adyen's JSON webhooks have. */
export const fakeEvents = (
  hmacKeyOf: (merchantAccount: string) => string,
  random: () => number
): FakeEvents => {
  const sign: FakeEvents["sign"] = (name, items) => signedBy(hmacKeyOf(name), items)
  return {
    ...fakeWebhooks<FakeItem>({ sign: (name, item) => sign(name, [item]), random }),
    sign
  }
}
