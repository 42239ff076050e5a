import { optionsComplaint, type WebhookSenderPort } from "@payloom/core"
import { askDns, askSystem, type Lookup } from "./lookups.ts"
import { makeSender } from "./makeSender.ts"

/** What an embedder may tune; the defaults suit most. */
export interface WebhookSenderOptions {
  /**
   * Whether endpoints of test mode may be in the network of this server, and be plain http: true
   * unless told. Where merchants that aren't your own make endpoints, say false.
   */
  readonly allowPrivateInTest?: boolean
  /**
   * All addresses of a host name, as text; rejects where it has none. Asked for each connection
   * that is made, and what it answers is checked. Unless told, DNS is asked, and the system where
   * private addresses are allowed.
   */
  readonly lookup?: (host: string) => Promise<ReadonlyArray<string>>
}

/**
 * Sends an engine's webhooks, one POST each. In live mode it sends over https to public addresses
 * alone: the addresses of a name are checked, and those that were checked are connected to.
 * Connections are kept for four seconds, and hold no process back from its end.
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
