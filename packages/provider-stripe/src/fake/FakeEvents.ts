import { createHmac } from "node:crypto"
import type Stripe from "stripe"
import { newId } from "./FakeStore.ts"

/** A webhook as it is sent, to be handed over by hand. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What goes wrong with webhooks; each is a chance from 0 to 1. */
export interface EventFaults {
  /** That one is sent twice. */
  readonly duplicates?: number
  /** That one comes up to this much later, and so after others. */
  readonly lateByMs?: number
}

/** The fake's events: kept, signed, and sent to where an account wants them. */
export interface FakeEvents {
  readonly tell: (account: string, type: string, object: object) => void
  /** Everything told of an account, the oldest first. */
  readonly all: (account: string) => ReadonlyArray<Stripe.Event>
  /** Signed now, or at another time, in milliseconds since the epoch. */
  readonly sign: (account: string, event: Stripe.Event, at?: number) => SignedEvent
  /** Where events of an account go from now on; null for nowhere. */
  readonly sendTo: (account: string, url: string | null) => void
  readonly spoil: (faults: EventFaults) => void
  /** Once everything that was told has been taken, or given up. */
  readonly idle: () => Promise<void>
  /** Nothing is sent any more. */
  readonly close: () => void
}

/** An endpoint that doesn't take an event is told again so often. */
const mostTries = 8

/** What the events are made of. */
export interface FakeEventsOptions {
  readonly secretOf: (account: string) => string
  readonly connectedOf: (account: string) => string | null
  readonly now: () => number
  readonly apiVersion: string
}

type Send = (account: string, event: Stripe.Event) => Promise<void>

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

/** Whether an endpoint has taken it. */
const isTaken = (url: string, { headers, body }: SignedEvent): Promise<boolean> =>
  fetch(url, { method: "POST", headers, body }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false
  )

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
  const told = new Map<string, Array<Stripe.Event>>()
  const urls = new Map<string, string>()
  const sending = new Set<Promise<void>>()
  const sign = signing(options.secretOf)
  let faults: EventFaults = {}
  let isClosed = false

  const send: Send = async (account, event) => {
    for (let tries = 0; tries < mostTries && !isClosed; tries += 1) {
      await sleep(tries === 0 ? Math.random() * (faults.lateByMs ?? 0) : 20 * 2 ** tries)
      const url = urls.get(account)
      if (url === undefined || (await isTaken(url, sign(account, event)))) return
    }
  }
  const track = (work: Promise<void>): void => {
    sending.add(work)
    void work.finally(() => sending.delete(work))
  }

  return {
    tell: (account, type, object) => {
      const event = eventOf(options, account, type, object)
      const list = told.get(account) ?? []
      told.set(account, list)
      list.push(event)
      if (!urls.has(account)) return
      track(send(account, event))
      if (Math.random() < (faults.duplicates ?? 0)) track(send(account, event))
    },
    all: (account) => told.get(account) ?? [],
    sign,
    sendTo: (account, url) => {
      if (url === null) urls.delete(account)
      else urls.set(account, url)
    },
    spoil: (changed) => {
      faults = changed
    },
    idle: async () => {
      while (sending.size > 0) await Promise.all(sending)
    },
    close: () => {
      isClosed = true
      urls.clear()
    }
  }
}

const sleep = (ms: number): Promise<void> =>
  ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms))
