import type { Attention, Figures, FiguresOfPeriod, ReportingLag } from "@payloom/core"
import type { AccountName } from "../payments/PaymentView.ts"

/** The ranges of the first page in days. One day is today, by hours. */
export const homeRanges = [1, 7, 30, 90] as const

/** The figures of the range. Of each period, the first page shows only the volume. */
interface HomeFigures extends Omit<Figures, "periods"> {
  readonly periods: ReadonlyArray<Pick<FiguresOfPeriod, "start" | "volume">>
}

/** The data of the first page. */
export interface HomeView {
  readonly figures: HomeFigures
  readonly attention: Attention
  readonly lag: ReportingLag
  readonly accounts: ReadonlyArray<AccountName>
}
