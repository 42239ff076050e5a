/** The public names of the audit log and of alerts. */

export type { AlertView } from "./alerts/AlertView.ts"
export { type AlertAdvice, alertAdvice, alertTypes } from "./alerts/alertAdvice.ts"
export type { IterateAlerts, ListAlerts, ResolveAlert } from "./alerts/handleAlerts.ts"
export { Acting, ActingAs, apiKeyActing } from "./audit/Acting.ts"
export { AuditCollection, type AuditEntry } from "./audit/AuditEntry.ts"
export type { IterateAuditEntries, ListAuditEntries } from "./audit/listAuditEntries.ts"
