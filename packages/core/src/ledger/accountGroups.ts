import { Effect } from "effect"
import { idBounds } from "../kernel/ids/Moment.ts"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { type PageQuery, Storage, type Sum } from "../platform/storage/Storage.ts"
import {
  groupsTouching,
  isModuleAccount,
  type ModuleAccount,
  moduleOfAccount,
  pairsTouching
} from "./LedgerAccount.ts"
import { LedgerGroupCollection } from "./LedgerGroup.ts"
import { accountInKey, balancesOf, balancesOfAll, beforeMoment } from "./ledgerSums.ts"
import { type Balances, balancesAfter, postedLines } from "./postedLines.ts"
import { walkLedger } from "./walkLedger.ts"

/** An account of a scope's ledger, in one currency or, if it is null, in all. */
export interface AskedAccount {
  readonly scope: Scope
  readonly account: string
  readonly currency: CurrencyCode | null
}

/** Returns the filter for exactly the groups with an entry on an account. */
export const groupsOf = Effect.fnUntraced(function* ({ scope, account, currency }: AskedAccount) {
  if (isModuleAccount(account)) return yield* groupsOfModule(scope, account, currency)
  if (currency !== null) return groupsTouching(account, [currency]) satisfies PageQuery["where"]
  const storage = yield* Storage
  const query = balancesOf(account, null)
  const sums = yield* storage.sums(scope, LedgerGroupCollection, "balance", query)
  return groupsTouching(
    account,
    sums.map(({ key }) => accountInKey(key)[1])
  ) satisfies PageQuery["where"]
})

/** Returns the filter for a module's account. The balances know the accounts of the module. */
const groupsOfModule = Effect.fnUntraced(function* (
  scope: Scope,
  account: ModuleAccount,
  currency: CurrencyCode | null
) {
  const storage = yield* Storage
  const query = balancesOfAll(moduleOfAccount(account))
  const sums = yield* storage.sums(scope, LedgerGroupCollection, "balance", query)
  const keys = sums.map(({ key }) => accountInKey(key))
  const own = keys.filter(([name]) => name === account).map(([, code]) => code)
  const others = [...new Set(keys.map(([name]) => name))]
  return pairsTouching(
    account,
    others,
    currency === null ? own : [currency]
  ) satisfies PageQuery["where"]
})

/**
 * Returns the balances of an account before a time, by currency. A requested currency is always
 * present, even with 0. They are sums that the store keeps, plus the groups of less than a second.
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
