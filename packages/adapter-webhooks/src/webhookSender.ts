import { optionsComplaint, type WebhookSenderPort } from "@payloom/core"
import { askDns, askSystem, type Lookup } from "./lookups.ts"
import { makeSender } from "./makeSender.ts"

/** The options of {@link webhookSender}. The defaults suit most applications. */
export interface WebhookSenderOptions {
  /**
   * True if endpoints of test mode may be in this server's network and use plain http. Default:
   * true. Set it to false if merchants outside of your company create endpoints.
   */
  readonly allowPrivateInTest?: boolean
  /**
   * Returns all addresses of a host name, as text. Rejects if it has none. It is called for each
   * new connection, and its addresses are checked. Default: DNS, or the system if private addresses
   * are allowed.
   */
  readonly lookup?: (host: string) => Promise<ReadonlyArray<string>>
}

/**
 * Returns a sender of an engine's webhooks, one POST each. In live mode it sends only over https to
 * public addresses: it checks the addresses of a name and connects to those that it checked.
 * Connections are kept for four seconds. They don't keep the process running.
 *
 * ```ts
 * const payloom = await Payloom.make({ ...setup, webhooks: webhookSender() })
 * ```
 */
export const webhookSender = (options: WebhookSenderOptions = {}): WebhookSenderPort => {
  const complaint = optionsComplaint(options, { allowPrivateInTest: "boolean", lookup: "function" })
  if (complaint !== null) throw new TypeError(`webhookSender can't be made: ${complaint}`)
  const { allowPrivateInTest = true, lookup } = options
  const lookups = { public: lookup ?? askDns(), near: lookup ?? askSystem } satisfies Lookups
  return makeSender({
    reaches: { live: "public", test: allowPrivateInTest ? "near" : "public" },
    lookups
  })
}

type Lookups = Readonly<Record<"public" | "near", Lookup>>
