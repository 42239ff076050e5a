import type { WebhookResponse, WebhookSenderPort } from "@payloom/core"
import { Effect } from "effect"
import type { ReceiverFault } from "../history/History.ts"

/** An event that an address accepted. */
interface AcceptedAt {
  readonly url: string
  readonly event: string
}

/** The merchants' programs that get webhooks. They accept everything, unless they meet a fault. */
export interface Receivers {
  readonly sender: WebhookSenderPort
  /** Each accepted event, in order. An event may be accepted several times. */
  readonly accepted: ReadonlyArray<AcceptedAt>
  /** Adds a fault of the next requests. */
  readonly meet: (fault: ReceiverFault, times: number) => void
  /** Removes all faults. */
  readonly end: () => void
}

/** Creates receivers without faults. */
export const openReceivers = (): Receivers => {
  const accepted: Array<AcceptedAt> = []
  let waiting: Array<ReceiverFault> = []
  const accepting = (url: string, event: string) =>
    Effect.sync(() => {
      accepted.push({ url, event })
      return answered(204)
    })
  return {
    sender: {
      send: ({ url, headers }) =>
        Effect.suspend(() => {
          const fault = waiting.shift()
          const accept = accepting(url, headers["webhook-id"] ?? "")
          return fault === undefined ? accept : conducts[fault](accept)
        }),
      refusal: () => Effect.succeed(null)
    },
    accepted,
    meet: (fault, times) => {
      waiting = [...waiting, ...Array.from({ length: times }, () => fault)]
    },
    end: () => {
      waiting = []
    }
  }
}

const answered = (status: number, more: { readonly retryAfterMs?: number } = {}) =>
  ({ _tag: "Answered", status, excerpt: "", ...more }) satisfies WebhookResponse

const failed = (reason: string, isOwnFault: boolean): WebhookResponse => ({
  _tag: "Failed",
  reason,
  isOwnFault
})

type Conduct = (accept: Effect.Effect<WebhookResponse>) => Effect.Effect<WebhookResponse>

const conducts: Readonly<Record<ReceiverFault, Conduct>> = {
  refuses: () => Effect.succeed(answered(500)),
  is_gone: () => Effect.succeed(answered(410)),
  redirects: () => Effect.succeed(answered(302)),
  asks_to_wait: () => Effect.succeed(answered(429, { retryAfterMs: 600_000 })),
  is_unreachable: () => Effect.succeed(failed("connection refused", false)),
  has_no_network: () => Effect.succeed(failed("no network", true)),
  throws: () => Effect.die(new Error("receiver: it broke")),
  hangs: () => Effect.never,
  answers_late: (accept) => Effect.andThen(Effect.sleep("10 seconds"), accept),
  accepts_and_hangs: (accept) => Effect.andThen(accept, Effect.never),
  accepts_and_refuses: (accept) => Effect.as(accept, answered(500))
}
