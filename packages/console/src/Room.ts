import type { Acting, Merchant, Payloom, Scope } from "@payloom/core"
import type { ConsoleUser, Role } from "./ConsoleUser.ts"

/** The services of modules that an engine can be made without. */
type LeftOut = "plans" | "subscriptions" | "checkout" | "templates" | "portalSessions"

/** The operations of a merchant, with any modules. */
export type ConsoleMerchant = Omit<Merchant, LeftOut> & Partial<Pick<Merchant, LeftOut>>

/** An engine of `Payloom.make`, with any modules. */
export interface ConsoleEngine extends Pick<Payloom, "services" | "tenants"> {
  readonly merchant: (scope: Scope) => ConsoleMerchant
  readonly as: (acting: Acting) => ActingEngine
}

/** The operations of an engine on behalf of a person. */
interface ActingEngine extends Pick<Payloom, "tenants"> {
  readonly merchant: (scope: Scope) => ConsoleMerchant
}

/** A request of the page for data. */
export interface ReadCall {
  readonly payloom: ConsoleEngine
  /** The merchant in the mode of the address. */
  readonly merchant: ConsoleMerchant
  /** The query of the address. */
  readonly query: URLSearchParams
  /** The id in the address. Empty if its route has none. */
  readonly id: string
  /** The engine's time, in milliseconds since the epoch. */
  readonly now: number
  /** The person. The merchant is one that they may see. */
  readonly user: ConsoleUser
}

/**
 * A route that answers data. Its answer is sent as JSON, with amounts as strings. People who may
 * see the same get the same answer.
 */
export interface Read {
  /** The path below the scope, such as `/payments/:id`. */
  readonly path: string
  /** True if it answers with a `Response` of its own, such as a file. */
  readonly isFile?: boolean
  readonly run: (call: ReadCall) => Promise<unknown>
}

/** A request of a person to change something. */
export interface ActCall {
  /** The merchant in the mode of the address, acting for the person. */
  readonly merchant: ConsoleMerchant
  /** The settings and keys of merchants, changed by the person. */
  readonly tenants: ActingEngine["tenants"]
  readonly payloom: ConsoleEngine
  /** The person, for operations of the whole engine. */
  readonly acting: Acting
  /** The id of the thing that is changed. Empty if there is none yet. */
  readonly subject: string
  /** The input in its wire form, as over HTTP. */
  readonly input: unknown
  /** The key that the page made for the dialog. A second press of its button changes nothing. */
  readonly idempotencyKey: string
}

/** Something that a person can do. */
export interface Act {
  /** The name, as the audit log shows it: `payments.refund`. */
  readonly name: string
  /** The least role that may do it. */
  readonly role: Role
  /** The most bytes of a request. 64 KiB if absent. */
  readonly mostBytes?: number
  readonly run: (call: ActCall) => Promise<unknown>
}

/** A part of the console, with all that it adds to the server. */
export interface Room {
  readonly reads: ReadonlyArray<Read>
  readonly acts: ReadonlyArray<Act>
}
