/** The public names of the ledger. */

export { isLedgerAccount, type LedgerAccount, midOfAccount } from "./LedgerAccount.ts"
export * from "./LedgerGroup.ts"
export type { StatementLine } from "./postedLines.ts"
export type * from "./reconcile.ts"
export { type DailyRevenue, RevenueQuery } from "./revenue.ts"
export { ReconcileOptions, SettlementRow } from "./SettlementRow.ts"
export * from "./statement.ts"
export * from "./trialBalance.ts"
