import type { Scope } from "../storage/Scope.ts"

/** On whose behalf an operation runs, and in which API revision it is answered. */
export interface Caller {
  readonly scope: Scope
  readonly serviceVersion: string
}

/** What a mutation takes beside its input. */
export interface MutationOptions {
  /** 1 to 255 printable ASCII characters; the same key and input answer the same. */
  readonly idempotencyKey: string
}
