import type { AuditEntry } from "@payloom/core"

/** A page of the audit log, newest first. */
export interface AuditPage {
  readonly data: ReadonlyArray<AuditEntry>
  readonly nextCursor: string | null
}
