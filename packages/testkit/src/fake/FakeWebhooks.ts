import { setTimeout as sleep } from "node:timers/promises"

/** A signed webhook as it is posted, for tests that deliver it by hand. */
export interface SignedEvent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Faults of webhooks. */
export interface EventFaults {
  /** The probability that a webhook is posted twice, from 0 to 1. */
  readonly duplicates?: number
  /**
   * The longest delay of a webhook in milliseconds. Webhooks arrive out of order because of it.
   */
  readonly lateByMs?: number
  /** Posts a webhook, and waits for its answer, before the answer of the call that caused it. */
  readonly beforeAnswer?: boolean
}

/** The number of webhooks that have met each fault. */
export interface MetEventFaults {
  readonly duplicates: number
  readonly late: number
}

/**
 * The webhooks of a fake, each about one event. They are kept, signed, and posted to the URL of
 * their account.
 */
export interface FakeWebhooks<Event> {
  /** Stores an event, and posts its webhook if the account has a URL. */
  readonly send: (account: string, event: Event) => void
  /** Returns all events of an account, oldest first. */
  readonly all: (account: string) => ReadonlyArray<Event>
  /** Sets the URL for webhooks of an account. With null, none are posted. */
  readonly sendTo: (account: string, url: string | null) => void
  /** Replaces the faults of the webhooks that are sent from now on. */
  readonly setFaults: (faults: EventFaults) => void
  /** Returns the number of webhooks that were posted twice, and of those that were delayed. */
  readonly met: () => MetEventFaults
  /** Waits for the webhooks of a call if they must arrive before its answer. */
  readonly beforeAnswer: () => Promise<void>
  /** Resolves when every webhook was taken or given up. */
  readonly idle: () => Promise<void>
  /** Stops posting webhooks. */
  readonly close: () => void
}

/** The options of a fake's webhooks. */
export interface FakeWebhooksOptions<Event> {
  /** Signs the webhook of an event. Called again for each time that it is posted. */
  readonly sign: (account: string, event: Event) => SignedEvent
  /** Returns random numbers from 0 to 1, which decide about the faults. */
  readonly random: () => number
}

/** A webhook that is not taken is posted at most this many times. */
const mostTries = 10

/** Creates the webhooks of a fake. At first there are none, and no URL. */
export const fakeWebhooks = <Event>({
  sign,
  random
}: FakeWebhooksOptions<Event>): FakeWebhooks<Event> => {
  const stored = new Map<string, Array<Event>>()
  const urls = new Map<string, string>()
  const posting = new Set<Promise<void>>()
  const met = { duplicates: 0, late: 0 }
  let faults: EventFaults = {}
  let isClosed = false

  const post = async (account: string, event: Event): Promise<void> => {
    for (let tries = 0; tries < mostTries && !isClosed; tries += 1) {
      const waits = tries === 0 ? random() * (faults.lateByMs ?? 0) : 10 * 2 ** tries
      if (tries === 0 && waits > 0) met.late += 1
      if (waits > 0) await sleep(waits)
      const url = urls.get(account)
      if (url === undefined || (await isTaken(url, sign(account, event)))) return
    }
  }
  const track = (work: Promise<void>): void => {
    posting.add(work)
    void work.finally(() => posting.delete(work))
  }
  const idle = async (): Promise<void> => {
    while (posting.size > 0) await Promise.all(posting)
  }

  return {
    send: (account, event) => {
      const list = stored.get(account) ?? []
      stored.set(account, list)
      list.push(event)
      if (!urls.has(account)) return
      const begin = () => {
        track(post(account, event))
        if (random() >= (faults.duplicates ?? 0)) return
        met.duplicates += 1
        track(post(account, event))
      }
      // Nearly always the webhook follows the answer of the call that caused it.
      if (faults.beforeAnswer === true) begin()
      else track(sleep(1).then(begin))
    },
    all: (account) => stored.get(account) ?? [],
    sendTo: (account, url) => {
      if (url === null) urls.delete(account)
      else urls.set(account, url)
    },
    setFaults: (changed) => {
      faults = changed
    },
    met: () => ({ ...met }),
    beforeAnswer: () => (faults.beforeAnswer === true ? idle() : Promise.resolve()),
    idle,
    close: () => {
      isClosed = true
      urls.clear()
    }
  }
}

/** Resolves to true if the endpoint has taken the webhook. */
const isTaken = (url: string, { headers, body }: SignedEvent): Promise<boolean> =>
  fetch(url, { method: "POST", headers, body }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false
  )
