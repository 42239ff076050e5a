import type { Attention, Figures, ReportingLag } from "@payloom/core"
import type { AccountName } from "../payments/PaymentView.ts"

/** The ranges of the first page in days. One day is today, by hours. */
export const homeRanges = [1, 7, 30, 90] as const

/** The data of the first page. */
export interface HomeView {
  readonly figures: Figures
  readonly attention: Attention
  readonly lag: ReportingLag
  readonly accounts: ReadonlyArray<AccountName>
}
