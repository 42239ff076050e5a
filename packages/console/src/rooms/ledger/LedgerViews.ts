import type {
  AccountBalance,
  BookedMovement,
  DailyRevenue,
  NamedRow,
  SettlementRow,
  StatementLine
} from "@payloom/core"
import type { AccountName } from "../payments/PaymentView.ts"

/** The ranges of the revenue in days. */
export const revenueRanges = [7, 30, 90, 365] as const

/** The balances of all accounts, and the revenue by day. */
export interface LedgerView {
  readonly balances: ReadonlyArray<AccountBalance>
  readonly revenue: ReadonlyArray<DailyRevenue>
  readonly accounts: ReadonlyArray<AccountName>
}

/** A page of the statement of an account, oldest first. */
export interface StatementView {
  readonly data: ReadonlyArray<StatementLine & { readonly id: string }>
  readonly nextCursor: string | null
  readonly account: string
  readonly opening: ReadonlyArray<AccountBalance>
  readonly closing: ReadonlyArray<AccountBalance>
  readonly accounts: ReadonlyArray<AccountName>
}

/** The money of a payout in one currency on one merchant account. */
export interface PayoutTotal {
  readonly mid: string
  readonly currency: string
  readonly rows: number
  /** The amounts before fees: charges less refunds and disputes, in minor units. */
  readonly gross: bigint
  readonly fees: bigint
  /** The settled cash: the amount that the provider paid out. */
  readonly cash: bigint
}

/** A settled movement of a payout. */
export interface PayoutLine {
  readonly id: string
  readonly payment: string | null
  /** The kind of the movement, such as `charge`. */
  readonly kind: string
  readonly mid: string
  readonly currency: string
  readonly gross: bigint
  readonly fee: bigint
  readonly cash: bigint
  /** The time of the settlement by the report, in milliseconds since the epoch. */
  readonly settledAt: number | null
}

/** A payout by the id that its settlement report gave it. */
export interface PayoutView {
  readonly payout: string
  readonly totals: ReadonlyArray<PayoutTotal>
  /** The first lines, at most 200. */
  readonly lines: ReadonlyArray<PayoutLine>
  /** False if the payout has more lines than were added up. */
  readonly isWhole: boolean
  readonly accounts: ReadonlyArray<AccountName>
}

/** The forms of settlement reports that the console reads. */
export const reportForms = ["stripe_payouts", "stripe_balance", "adyen", "paypal", "plain"] as const
/** The form of a settlement report, by its name. */
export type ReportForm = (typeof reportForms)[number]

/** Rows of a report, with their number. At most 100 are listed. */
export interface Listed<Row> {
  readonly count: number
  readonly rows: ReadonlyArray<Row>
}

/** The result of comparing a report with the ledger. */
export interface ComparisonView {
  readonly rows: number
  readonly matched: Listed<NamedRow>
  /** The number of matched rows that this call booked, or would book. */
  readonly fresh: number
  readonly amountDiffers: Listed<NamedRow>
  readonly currencyDiffers: Listed<NamedRow>
  readonly duplicates: Listed<NamedRow>
  readonly unknown: Listed<SettlementRow>
  readonly missing: Listed<BookedMovement>
  /** Rows of the file that belong to no payment, such as payouts and fees. */
  readonly leftOut: number
  /** The payouts that the rows name, at most 20. */
  readonly payouts: ReadonlyArray<string>
}
