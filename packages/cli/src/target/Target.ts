import type { ActingPayloom, Merchant, Scope, StoragePort } from "@payloom/core"

type Offered<Service extends keyof Merchant, Operation extends keyof Merchant[Service]> = Pick<
  Merchant[Service],
  Operation
>

/**
 * The operations that a database and a server both offer. Over HTTP they are the routes of the same
 * names.
 */
export interface Shop {
  readonly payments: Offered<
    "payments",
    "list" | "retrieve" | "listAttempts" | "refund" | "listRefunds"
  >
  readonly subscriptions: Offered<"subscriptions", "retrieve" | "listCycles">
  readonly events: Offered<"events", "list" | "retrieve">
}

/** A database or a server that a command works on. */
export interface Target {
  readonly kind: "database" | "server"
  /** The name to print, without a password. */
  readonly name: string
  /** Returns the operations on one account: of the API key, or of `--tenant` and `--mode`. */
  readonly shop: () => Promise<Shop>
  /** Returns true if an account was read in test mode because no mode was given. */
  readonly isModeAssumed: () => boolean
  readonly close: () => Promise<void>
}

/** An account in a database, with everything that the library offers. */
export interface Account {
  readonly scope: Scope
  /** The operations, recorded as those of the operator. */
  readonly merchant: Merchant
  /** The operations on tenants and keys, recorded in the same way. */
  readonly tenants: ActingPayloom["tenants"]
}

/** A database. Its engine runs no jobs, sends nothing, and changes no tables. */
export interface DatabaseTarget extends Target {
  readonly kind: "database"
  readonly account: () => Promise<Account>
  /** Reads rows of all tenants, without an engine. */
  readonly storage: StoragePort
}
