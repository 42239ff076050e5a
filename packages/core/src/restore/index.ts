/** The public names of the reconciliation with providers. */

export type * from "./ReconcileReport.ts"
