import type { Scope } from "../storage/Scope.ts"

/** On whose behalf an operation runs, and in which API revision it is answered. */
export interface Caller {
  /** Whose rows, and in which mode. */
  readonly scope: Scope
  /** An API revision on offer, such as 2026-11-01. */
  readonly serviceVersion: string
}

/**
 * What a mutation takes beside its input. A mutation is refused with `IdempotencyKeyInvalid` for a
 * key that is none, `IdempotencyMismatch` for one that was used with another input, and
 * `IdempotencyKeyInFlight` while the call that used it first is under way.
 */
export interface MutationOptions {
  /** 1 to 255 printable ASCII characters; the same key and input answer the same. */
  readonly idempotencyKey: string
}
