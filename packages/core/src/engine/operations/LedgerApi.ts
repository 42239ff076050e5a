import type { reconcile } from "../../ledger/reconcile.ts"
import type { revenue } from "../../ledger/revenue.ts"
import type { statement } from "../../ledger/statement.ts"
import type { trialBalance } from "../../ledger/trialBalance.ts"
import type { CallStyle, OnBehalf } from "./CallStyle.ts"

/** The books. Amounts are minor units of their currency. Library calls. */
export interface Ledger<F extends CallStyle> {
  /**
   * The balance of every account, by currency: over all accounts of a currency they sum to zero.
   * Costs as much as there are accounts, however much was booked.
   */
  readonly trialBalance: OnBehalf<F, typeof trialBalance>
  /**
   * What happened on an account, such as `merchant_payable` or `settled_cash:mid_…`: oldest first,
   * 100 lines unless told, each with the balance that stood after it. Each page opens with what the
   * one before closed with, so it is walked page by page, by `nextCursor`.
   *
   * Refused with `InvalidInput`, such as for what is no account.
   */
  readonly statement: OnBehalf<F, typeof statement>
  /**
   * What each day in UTC brought, by currency: captured, refunded, in disputes, fees and what is
   * left of it. Days on which nothing moved are left out; at most 366 days at a time.
   *
   * Refused with `InvalidInput`, such as for more days.
   */
  readonly revenue: OnBehalf<F, typeof revenue>
  /**
   * Compares a provider's settlement report with the ledger and books what matches: what the
   * provider owed becomes settled cash, less its fee. Rows that don't match book nothing. Each
   * charge, refund and reversal is settled once, so the same report may be sent again.
   *
   * Refused with `InvalidInput`, such as for a merchant account that there is none.
   */
  readonly reconcile: OnBehalf<F, typeof reconcile>
}
