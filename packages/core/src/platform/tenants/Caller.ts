import type { HostWrite } from "../storage/hostWrites.ts"
import type { Scope } from "../storage/Scope.ts"

/** On whose behalf an operation runs, and in which API revision it is answered. */
export interface Caller {
  /** Whose rows, and in which mode. */
  readonly scope: Scope
  /** An API revision on offer, such as 2026-11-01. */
  readonly serviceVersion: string
}

/**
 * What a mutation takes beside its input. A mutation is refused with `IdempotencyKeyMissing` if it
 * has no key, `IdempotencyKeyInvalid` for a key that is none, `IdempotencyMismatch` for a key that
 * was used with another input, and `IdempotencyKeyInFlight` while the call that used it first is
 * under way.
 */
export interface MutationOptions {
  /** 1 to 255 printable ASCII characters; the same key and input answer the same. */
  readonly idempotencyKey: string
  /**
   * What the host writes of its own in the commit that makes the request known, so that both are
   * there or neither: an order with its checkout session. Only with a storage whose database is the
   * host's too; by `@payloom/adapter-postgres`, `clientOf(transaction)` is what to write with.
   *
   * Runs once more where the commit collided with another, and never where the key is answered from
   * what was stored. Refused with `HostWriteFailed` for what it fails with, and with
   * `TransactionsNotShared` by other storages; then nothing was written.
   */
  readonly hostWrites?: HostWrite
}
