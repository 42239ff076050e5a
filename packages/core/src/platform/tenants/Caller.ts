import type { HostWrite } from "../storage/hostWrites.ts"
import type { Scope } from "../storage/Scope.ts"

/** The caller of an operation and the API revision of its answer. */
export interface Caller {
  /** The tenant and mode. */
  readonly scope: Scope
  /** A supported API revision, such as 2026-11-01. */
  readonly serviceVersion: string
}

/**
 * The options of a mutation. A mutation is refused with `IdempotencyKeyMissing` without a key,
 * `IdempotencyKeyInvalid` for an invalid key, `IdempotencyMismatch` for a key that was used with
 * another input, and `IdempotencyKeyInFlight` while the first call with the key is in flight.
 */
export interface MutationOptions {
  /** 1 to 255 printable ASCII characters. The same key and input get the same answer. */
  readonly idempotencyKey: string
  /**
   * The host's own writes in the commit that records the request, so that both are stored or
   * neither: an order with its checkout session, for example. Only with a storage whose database is
   * also the host's. With `@payloom/adapter-postgres`, `clientOf(transaction)` is the client to
   * write with. Await its queries, and use no other connection, because the transaction stays open
   * meanwhile.
   *
   * Runs again if the commit collided with another, and never if the key is answered from the
   * stored answer. If it fails, or takes longer than `providerTimeoutMs`, it is refused with
   * `HostWriteFailed`. Other storages refuse it with `TransactionsNotShared`. Then nothing was
   * written.
   */
  readonly hostWrites?: HostWrite
}
