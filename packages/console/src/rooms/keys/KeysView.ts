import type { ApiKeyKind } from "@payloom/core"

/** A key. The key itself is stored nowhere. */
export interface KeyRow {
  readonly id: string
  readonly kind: ApiKeyKind
  readonly created: number
  /** The time at which it was revoked, in milliseconds since the epoch. Null if it is valid. */
  readonly revokedAt: number | null
}

/** A page of keys, newest first. */
export interface KeysView {
  readonly data: ReadonlyArray<KeyRow>
  readonly nextCursor: string | null
}
