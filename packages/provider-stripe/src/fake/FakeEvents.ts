import { createHmac } from "node:crypto"
import { type FakeWebhooks, fakeWebhooks, type SignedEvent } from "@payloom/testkit/fake-provider"
import type Stripe from "stripe"
import { newId } from "./FakeStore.ts"

/** The fake's events: it stores them, signs them and sends them to each account's webhook URL. */
export interface FakeEvents extends Omit<FakeWebhooks<Stripe.Event>, "send"> {
  readonly send: (account: string, type: string, object: object) => void
  /**
   * Signs an event. `at` is the time of the signature in milliseconds since the epoch, now by
   * default.
   */
  readonly sign: (account: string, event: Stripe.Event, at?: number) => SignedEvent
}

/** The things that the fake's events depend on. */
export interface FakeEventsOptions {
  readonly secretOf: (account: string) => string
  readonly connectedOf: (account: string) => string | null
  readonly now: () => number
  readonly apiVersion: string
  readonly random: () => number
}

/** Signs an event as Stripe does. */
const signing =
  (secretOf: FakeEventsOptions["secretOf"]): FakeEvents["sign"] =>
  (account, event, at = Date.now()) => {
    const body = JSON.stringify(event)
    const t = Math.floor(at / 1000)
    const v1 = createHmac("sha256", secretOf(account)).update(`${t}.${body}`).digest("hex")
    return {
      headers: { "content-type": "application/json", "stripe-signature": `t=${t},v1=${v1}` },
      body
    }
  }

/** Wraps an object of Stripe's in an event. */
const eventOf = (
  { connectedOf, now, apiVersion }: FakeEventsOptions,
  account: string,
  type: string,
  object: object
): Stripe.Event => {
  const connected = connectedOf(account)
  // The SDK has a type for each kind of event. `type` says which of them this event is.
  return {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: now(),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    ...(connected === null ? {} : { account: connected })
  } as unknown as Stripe.Event
}

/** Creates the fake's events. There are no events and no webhook URLs at first. */
export const fakeEvents = (options: FakeEventsOptions): FakeEvents => {
  const sign = signing(options.secretOf)
  const webhooks = fakeWebhooks<Stripe.Event>({ sign, random: options.random })
  return {
    ...webhooks,
    sign,
    send: (account, type, object) => webhooks.send(account, eventOf(options, account, type, object))
  }
}
