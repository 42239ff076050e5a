import { Effect } from "effect"
import { idBounds } from "../kernel/ids/Moment.ts"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage, type Sum } from "../platform/storage/Storage.ts"
import { groupsTouching } from "./LedgerAccount.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"
import { accountInKey, balancesOf, beforeMoment } from "./ledgerSums.ts"
import { type Balances, balancesAfter, postedLines } from "./postedLines.ts"
import { walkLedger } from "./walkLedger.ts"

/** An account of a scope's ledger, in one currency or in all that were ever booked on it. */
export interface AskedAccount {
  readonly scope: Scope
  readonly account: string
  readonly currency: CurrencyCode | null
}

/** The filter that finds the groups that touch an account, and walks past no others. */
export const groupsOf = Effect.fnUntraced(function* ({ scope, account, currency }: AskedAccount) {
  if (currency !== null) return groupsTouching(account, [currency]) satisfies PageQuery["where"]
  const storage = yield* Storage
  const query = balancesOf(account, null)
  const sums = yield* storage.sums(scope, LedgerGroupCollection, "balance", query)
  return groupsTouching(
    account,
    sums.map(({ key }) => accountInKey(key)[1])
  ) satisfies PageQuery["where"]
})

/**
 * What stood on an account before a moment, by currency; 0 in the one that is asked for, if any. It
 * is put together of what the store has summed up, and of the groups of less than a second.
 */
export const balancesBefore = Effect.fnUntraced(function* (asked: AskedAccount, moment: Millis) {
  const { scope, account, currency } = asked
  const storage = yield* Storage
  const balances = new Map<CurrencyCode, bigint>(currency === null ? [] : [[currency, 0n]])
  if (moment <= 0) return balances satisfies Balances
  const { queries, from } = beforeMoment(account, currency, moment)
  for (const query of queries) {
    const sums = yield* storage.sums(scope, LedgerGroupCollection, "balance", query)
    for (const sum of sums) addSum(balances, sum)
  }
  if (from === moment) return balances satisfies Balances
  const walk = {
    where: yield* groupsOf(asked),
    idFrom: idBounds("ledger", from).first,
    idTo: idBounds("ledger", moment - 1).last
  }
  let after: Balances = balances
  yield* walkLedger(scope, walk, (groups) =>
    Effect.sync(() => {
      after = balancesAfter(after, postedLines(groups, account, currency, after))
      return { more: true }
    })
  )
  return after
})

const addSum = (balances: Map<CurrencyCode, bigint>, { key, amount }: Sum): void => {
  const currency = accountInKey(key)[1] as CurrencyCode
  balances.set(currency, (balances.get(currency) ?? 0n) + amount)
}
