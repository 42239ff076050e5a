import { Effect } from "effect"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"

/** What stands on an account: debits less credits, in minor units of the currency. */
export interface AccountBalance {
  readonly account: string
  readonly currency: string
  readonly balance: bigint
}

const pageSize = 500

/**
 * The balance of every account, by currency: over all accounts of a currency they sum to zero.
 * Reads the whole ledger of the scope, page by page. Library call.
 */
export const trialBalance = Effect.fnUntraced(function* (scope: Scope) {
  const storage = yield* Storage
  const balances = new Map<string, AccountBalance>()
  let after: string | undefined
  do {
    const page = yield* storage.page(scope, LedgerGroupCollection, {
      order: "asc",
      limit: pageSize,
      ...(after === undefined ? {} : { after })
    })
    for (const { row } of page) {
      for (const { account, amount } of row.entries) {
        const key = `${account} ${row.currency}`
        const balance = (balances.get(key)?.balance ?? 0n) + amount
        balances.set(key, { account, currency: row.currency, balance })
      }
    }
    after = page.length < pageSize ? undefined : page.at(-1)?.row.id
  } while (after !== undefined)
  return [...balances.values()].sort((left, right) =>
    `${left.currency} ${left.account}` < `${right.currency} ${right.account}` ? -1 : 1
  ) satisfies ReadonlyArray<AccountBalance>
})
