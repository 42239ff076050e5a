/** The public names of reports. */

export { type FigureChange, FigureChangeCollection } from "./FigureChange.ts"
export { figureAmounts, summedUp } from "./figureAmounts.ts"
export type {
  IterateReportedPayments,
  ListReportedPayments,
  ReportedPaymentFilters
} from "./listReportedPayments.ts"
export {
  AttemptOutcome,
  RecoveredBy,
  type ReportedPayment,
  ReportedPaymentCollection,
  type ReportedPaymentRecord
} from "./ReportedPayment.ts"
export { type ReportedTerm, ReportedTermCollection } from "./ReportedTerm.ts"
export type { FoundCustomer, SearchHit, SearchOptions } from "./search/searchReports.ts"
export { MatchedBy } from "./search/searchReports.ts"
