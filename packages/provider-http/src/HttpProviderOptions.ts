import type { CardRelay } from "@payloom/core"

/** The options of a connector that was written as a table. */
export interface HttpProviderOptions<Account> {
  /** Returns the keys of an account by its `credentials`. The engine stores no keys. */
  readonly accountOf: (credentials: string) => Account
  /** The default is `test`. */
  readonly environment?: "test" | "live"
  /** The address of the API, without a slash at the end. The default is the table's. */
  readonly url?: string
  /** Sends the cards of your vault. Without it, only tokens are charged. */
  readonly relay?: CardRelay
  /** The name of the connector, if it isn't the table's. */
  readonly name?: string
  /** Replaces the global `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch
}
