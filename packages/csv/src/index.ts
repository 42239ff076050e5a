/** Payloom's books as CSV, and the rows of settlement reports out of CSV. */
export type { AmountForm } from "./amounts.ts"
export { type CsvIssue, CsvRefused } from "./CsvRefused.ts"
export { type ReadOptions, readSettlementRows } from "./readSettlementRows.ts"
export { reconciliationCsv } from "./reconciliationCsv.ts"
export { revenueCsv } from "./revenueCsv.ts"
export type { SettlementColumns } from "./SettlementColumns.ts"
export { statementCsv } from "./statementCsv.ts"
export type { WriteOptions } from "./writeCsv.ts"
