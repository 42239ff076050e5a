import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { LedgerGroupId, PaymentId } from "../kernel/primitives/PublicId.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { LedgerGroup } from "./LedgerGroup.ts"

/** The change of an account by one group of the ledger. */
export interface StatementLine {
  /** The id of the group. */
  readonly group: LedgerGroupId
  /** The kind of the group. */
  readonly kind: LedgerGroup["kind"]
  /** The id of the payment. Null for a group of a module that belongs to no payment. */
  readonly payment: PaymentId | null
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** Minor units: a debit is positive, a credit is negative. */
  readonly amount: bigint
  /** The balance of the account in this currency after this line. */
  readonly balance: bigint
  /** Milliseconds since the epoch. */
  readonly created: Millis
}

/** The balances of an account, by currency. */
export type Balances = ReadonlyMap<CurrencyCode, bigint>

/** Returns the total of a group's entries on an account. Null if it has none. */
export const postedOn = ({ entries }: LedgerGroup, account: string): bigint | null => {
  const own = entries.filter((entry) => entry.account === account)
  return own.length === 0 ? null : own.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Returns the lines of groups on an account, in all currencies or `only` one. */
export const postedLines = (
  groups: ReadonlyArray<LedgerGroup>,
  account: string,
  only: CurrencyCode | null,
  before: Balances
): ReadonlyArray<StatementLine> => {
  const balances = new Map(before)
  return groups.flatMap((group): ReadonlyArray<StatementLine> => {
    const { id, kind, payment = null, currency, created } = group
    const amount = only === null || only === currency ? postedOn(group, account) : null
    if (amount === null) return []
    const balance = (balances.get(currency) ?? 0n) + amount
    balances.set(currency, balance)
    return [{ group: id, kind, payment, currency, amount, balance, created }]
  })
}

/** Returns the balances after some lines. */
export const balancesAfter = (before: Balances, lines: ReadonlyArray<StatementLine>): Balances =>
  new Map([...before, ...lines.map(({ currency, balance }) => [currency, balance] as const)])
