import type { reconcile } from "../../ledger/reconcile.ts"
import type { revenue } from "../../ledger/revenue.ts"
import type { statement } from "../../ledger/statement.ts"
import type { trialBalance } from "../../ledger/trialBalance.ts"
import type { CallStyle, OnBehalf } from "./CallStyle.ts"

/** The ledger. Amounts are in minor units of their currency. Library only. */
export interface Ledger<F extends CallStyle> {
  /**
   * Returns the balance of every account, by currency. The balances of all accounts in a currency
   * sum to zero. The cost grows with the number of accounts, not with the number of bookings.
   */
  readonly trialBalance: OnBehalf<F, typeof trialBalance>
  /**
   * Returns the bookings on an account, such as `merchant_payable` or `settled_cash:mid_…`, oldest
   * first. The default limit is 100 lines. Each line has the balance after it. Each page opens with
   * the closing balance of the page before, so pages are read in order, by `nextCursor`.
   *
   * Refused with `InvalidInput`, such as for an unknown account.
   */
  readonly statement: OnBehalf<F, typeof statement>
  /**
   * Returns the revenue of each day in UTC, by currency: captured, refunded, disputed, fees and
   * net. Days without bookings are left out. A query covers at most 366 days.
   *
   * Refused with `InvalidInput`, such as for more days.
   */
  readonly revenue: OnBehalf<F, typeof revenue>
  /**
   * Compares a provider's settlement report with the ledger and books each row that matches: the
   * amount due from the provider becomes settled cash, less the provider's fee. Rows that don't
   * match book nothing. Each charge, refund and reversal is settled once, so the same report may be
   * sent again.
   *
   * Refused with `InvalidInput`, such as for an unknown merchant account.
   */
  readonly reconcile: OnBehalf<F, typeof reconcile>
}
