import type { Types } from "@adyen/api-library"
import { HmacValidator } from "../sdk.ts"
import type { Wire } from "../wire.ts"

/** One item of a webhook, in the SDK's own type. */
export type FakeItem = Wire<Types.notification.NotificationRequestItem>

/** A webhook as it is posted, to be handed over by hand. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What goes wrong with webhooks. */
export interface EventFaults {
  /** How likely it is that one is posted twice, from 0 to 1. */
  readonly duplicates?: number
  /** That one comes up to so many milliseconds later, and so after others. */
  readonly lateByMs?: number
  /** That the webhook is posted, and answered, before the answer to the call that it is of. */
  readonly beforeAnswer?: boolean
}

/** The fake's webhooks: kept, signed, and posted to where an account wants them. */
export interface FakeEvents {
  readonly tell: (merchantAccount: string, item: FakeItem) => void
  /** Everything told of an account, the oldest first. */
  readonly all: (merchantAccount: string) => ReadonlyArray<FakeItem>
  readonly sign: (merchantAccount: string, items: ReadonlyArray<FakeItem>) => SignedEvent
  /** Where those of an account go from now on; null for nowhere. */
  readonly sendTo: (merchantAccount: string, url: string | null) => void
  readonly spoil: (faults: EventFaults) => void
  readonly isBeforeAnswer: () => boolean
  /** Once everything that was told has been taken, or given up. */
  readonly idle: () => Promise<void>
  /** Nothing is posted any more. */
  readonly close: () => void
}

/** An endpoint that doesn't take a webhook is told again so often. */
const mostTries = 10

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const validator = new HmacValidator()

/** A webhook of these items, each signed with that key. */
const signedBy = (key: string, items: ReadonlyArray<FakeItem>): SignedEvent => {
  const signed = items.map((item) => {
    // The validator takes the class, of which the item is what goes over the wire.
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

/** A webhook has one item, as Adyen's of JSON have. */
export const fakeEvents = (
  hmacKeyOf: (merchantAccount: string) => string,
  random: () => number
): FakeEvents => {
  const told = new Map<string, Array<FakeItem>>()
  const urls = new Map<string, string>()
  const sending = new Set<Promise<void>>()
  let faults: EventFaults = {}
  let isClosed = false
  const sign: FakeEvents["sign"] = (name, items) => signedBy(hmacKeyOf(name), items)

  const send = async (merchantAccount: string, item: FakeItem): Promise<void> => {
    const { headers, body } = sign(merchantAccount, [item])
    for (let tries = 0; tries < mostTries && !isClosed; tries += 1) {
      const url = urls.get(merchantAccount)
      if (url === undefined) return
      await sleep(tries === 0 ? random() * (faults.lateByMs ?? 0) : 10 * 2 ** tries)
      const taken = await fetch(url, { method: "POST", headers, body }).then(
        async (response) => {
          await response.arrayBuffer()
          return response.ok
        },
        () => false
      )
      if (taken) return
    }
  }

  const track = (work: Promise<void>): void => {
    sending.add(work)
    void work.finally(() => sending.delete(work))
  }

  return {
    tell: (merchantAccount, item) => {
      told.set(merchantAccount, [...(told.get(merchantAccount) ?? []), item])
      if (!urls.has(merchantAccount)) return
      const begin = () => {
        track(send(merchantAccount, item))
        if (random() < (faults.duplicates ?? 0)) track(send(merchantAccount, item))
      }
      // After the answer of the call that it is of, as nearly always.
      if (faults.beforeAnswer === true) begin()
      else track(sleep(1).then(begin))
    },
    all: (merchantAccount) => told.get(merchantAccount) ?? [],
    sign,
    sendTo: (merchantAccount, url) => {
      if (url === null) urls.delete(merchantAccount)
      else urls.set(merchantAccount, url)
    },
    spoil: (changed) => {
      faults = changed
    },
    isBeforeAnswer: () => faults.beforeAnswer === true,
    idle: async () => {
      while (sending.size > 0) await Promise.all(sending)
    },
    close: () => {
      isClosed = true
    }
  }
}
