/** The public names of the audit log. */

export * from "./audit/Acting.ts"
export { AuditCollection, type AuditEntry } from "./audit/AuditEntry.ts"
export type { IterateAuditEntries, ListAuditEntries } from "./audit/listAuditEntries.ts"
