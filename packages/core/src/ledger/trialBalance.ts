import { Effect } from "effect"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"
import { accountInKey, allBalances } from "./ledgerSums.ts"

/** What stands on an account: debits less credits, in minor units of the currency. */
export interface AccountBalance {
  /** Such as `suspense`, or `settled_cash:mid_…` of a merchant account. */
  readonly account: string
  /** An ISO 4217 code. */
  readonly currency: string
  /** Debits less credits, in minor units of the currency. */
  readonly balance: bigint
}

/**
 * The balance of every account, by currency: over all accounts of a currency they sum to zero. Of
 * one moment, and it costs as much as there are accounts, however much was booked. Library call.
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
