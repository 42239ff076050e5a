import { Effect } from "effect"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"
import { accountInKey, allBalances } from "./ledgerSums.ts"

/** The balance of an account: debits less credits, in minor units of the currency. */
export interface AccountBalance {
  /** The account, such as `suspense`, or `settled_cash:mid_…` of a merchant account. */
  readonly account: string
  /** An ISO 4217 code. */
  readonly currency: string
  /** Debits less credits, in minor units of the currency. */
  readonly balance: bigint
}

/**
 * Returns the balance of every account by currency, all at one point in time. The balances of all
 * accounts in a currency sum to zero. The cost depends on the number of accounts, not on the number
 * of bookings. Library call.
 */
export const trialBalance = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  const sums = yield* storage.sums(scope, LedgerGroupCollection, "balance", allBalances)
  const balances = sums.map(({ key, amount }): AccountBalance => {
    const [account, currency] = accountInKey(key)
    return { account, currency, balance: amount }
  })
  return balances.sort((left, right) =>
    `${left.currency} ${left.account}` < `${right.currency} ${right.account}` ? -1 : 1
  ) satisfies ReadonlyArray<AccountBalance>
})
