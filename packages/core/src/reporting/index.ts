/** The public names of reports. */

export type { Attention } from "./attention.ts"
export { type FigureAmount, type FigureChange, FigureChangeCollection } from "./FigureChange.ts"
export { figureAmounts, summedUp } from "./figureAmounts.ts"
export type * from "./figureSet.ts"
export { FigurePeriod, type Figures, type FiguresOfPeriod, type FiguresQuery } from "./figures.ts"
export { forgetPayment } from "./forgetPayment.ts"
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
export { type ReportedTerm, ReportedTermCollection, termDigest } from "./ReportedTerm.ts"
export type { ReportingLag } from "./reportingLag.ts"
export type { FoundCustomer, SearchHit, SearchOptions } from "./search/searchReports.ts"
export { MatchedBy } from "./search/searchReports.ts"
