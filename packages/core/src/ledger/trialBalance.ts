import { Effect } from "effect"
import type { Scope } from "../storage/Scope.ts"
import { walkLedger } from "./walkLedger.ts"

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
 * The balance of every account, by currency: over all accounts of a currency they sum to zero.
 * Reads the whole ledger of the scope, page by page. Library call.
 */
export const trialBalance = Effect.fnUntraced(function* (scope: Scope) {
  const balances = new Map<string, AccountBalance>()
  yield* walkLedger(scope, {}, (groups) =>
    Effect.sync(() => {
      for (const { currency, entries } of groups) {
        for (const { account, amount } of entries) {
          const key = `${account} ${currency}`
          const balance = (balances.get(key)?.balance ?? 0n) + amount
          balances.set(key, { account, currency, balance })
        }
      }
      return { more: true }
    })
  )
  return [...balances.values()].sort((left, right) =>
    `${left.currency} ${left.account}` < `${right.currency} ${right.account}` ? -1 : 1
  ) satisfies ReadonlyArray<AccountBalance>
})
