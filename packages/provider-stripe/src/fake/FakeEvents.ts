import { createHmac } from "node:crypto"
import { type FakeWebhooks, fakeWebhooks, type SignedEvent } from "@payloom/testkit/fake-provider"
import type Stripe from "stripe"
import { newId } from "./FakeStore.ts"

/** The fake's events: kept, signed, and sent to where an account wants them. */
export interface FakeEvents extends Omit<FakeWebhooks<Stripe.Event>, "tell"> {
  readonly tell: (account: string, type: string, object: object) => void
  /** Signed now, or at another time, in milliseconds since the epoch. */
  readonly sign: (account: string, event: Stripe.Event, at?: number) => SignedEvent
}

/** What the events are made of. */
export interface FakeEventsOptions {
  readonly secretOf: (account: string) => string
  readonly connectedOf: (account: string) => string | null
  readonly now: () => number
  readonly apiVersion: string
  readonly random: () => number
}

/** An event as Stripe signs it. */
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

/** What is told, in the form of an event. */
const eventOf = (
  { connectedOf, now, apiVersion }: FakeEventsOptions,
  account: string,
  type: string,
  object: object
): Stripe.Event => {
  const connected = connectedOf(account)
  // The SDK has a type of its own for each kind of event; what is told is as the kind says.
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

/** Nothing is told at first, and to nobody. */
export const fakeEvents = (options: FakeEventsOptions): FakeEvents => {
  const sign = signing(options.secretOf)
  const webhooks = fakeWebhooks<Stripe.Event>({ sign, random: options.random })
  return {
    ...webhooks,
    sign,
    tell: (account, type, object) => webhooks.tell(account, eventOf(options, account, type, object))
  }
}
