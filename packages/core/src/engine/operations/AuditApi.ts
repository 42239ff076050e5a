import type {
  IterateAuditEntries,
  listAuditEntries
} from "../../operators/audit/listAuditEntries.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { CallStyle, OnBehalf, Walk } from "./CallStyle.ts"

/** The audit log: who called which mutation, and why. Library only. */
export interface Audit<F extends CallStyle> {
  /**
   * Returns a page of the audit log, newest first. The default limit is 20. `startingAfter` is the
   * id of an entry.
   *
   * Refused with `InvalidInput`.
   */
  readonly list: OnBehalf<F, typeof listAuditEntries>
  /**
   * Iterates over all entries that match a query, newest first. Pages of `limit` entries are read
   * as needed. Each page may be refused like `list`.
   */
  readonly iterate: Walk<F, [scope: Scope, query?: IterateAuditEntries], typeof listAuditEntries>
}
