import { setTimeout as sleep } from "node:timers/promises"

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

/** A fake's webhooks, each about one event: kept, signed, and posted to where an account wants. */
export interface FakeWebhooks<Event> {
  readonly tell: (account: string, event: Event) => void
  /** Everything told of an account, the oldest first. */
  readonly all: (account: string) => ReadonlyArray<Event>
  /** Where those of an account go from now on; null for nowhere. */
  readonly sendTo: (account: string, url: string | null) => void
  readonly spoil: (faults: EventFaults) => void
  /** Waits for those of a call, where they are to come before its answer. */
  readonly beforeAnswer: () => Promise<void>
  /** Once everything that was told has been taken, or given up. */
  readonly idle: () => Promise<void>
  /** Nothing is posted any more. */
  readonly close: () => void
}

/** What a fake's webhooks are made of. */
export interface FakeWebhooksOptions<Event> {
  /** The webhook of an event, signed as it is posted, again for each time. */
  readonly sign: (account: string, event: Event) => SignedEvent
  /** What chances are decided by: numbers from 0 to 1. */
  readonly random: () => number
}

/** An endpoint that doesn't take a webhook is told again so often. */
const mostTries = 10

/** Nothing is told at first, and to nobody. */
export const fakeWebhooks = <Event>({
  sign,
  random
}: FakeWebhooksOptions<Event>): FakeWebhooks<Event> => {
  const told = new Map<string, Array<Event>>()
  const urls = new Map<string, string>()
  const posting = new Set<Promise<void>>()
  let faults: EventFaults = {}
  let isClosed = false

  const post = async (account: string, event: Event): Promise<void> => {
    for (let tries = 0; tries < mostTries && !isClosed; tries += 1) {
      const waits = tries === 0 ? random() * (faults.lateByMs ?? 0) : 10 * 2 ** tries
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
    tell: (account, event) => {
      const list = told.get(account) ?? []
      told.set(account, list)
      list.push(event)
      if (!urls.has(account)) return
      const begin = () => {
        track(post(account, event))
        if (random() < (faults.duplicates ?? 0)) track(post(account, event))
      }
      // After the answer of the call that it is of, as nearly always.
      if (faults.beforeAnswer === true) begin()
      else track(sleep(1).then(begin))
    },
    all: (account) => told.get(account) ?? [],
    sendTo: (account, url) => {
      if (url === null) urls.delete(account)
      else urls.set(account, url)
    },
    spoil: (changed) => {
      faults = changed
    },
    beforeAnswer: () => (faults.beforeAnswer === true ? idle() : Promise.resolve()),
    idle,
    close: () => {
      isClosed = true
      urls.clear()
    }
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
