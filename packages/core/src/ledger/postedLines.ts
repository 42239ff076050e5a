import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { LedgerGroupId, PaymentId } from "../kernel/primitives/PublicId.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { LedgerGroup } from "./LedgerGroup.ts"

/** What one group of the ledger did to an account. */
export interface StatementLine {
  /** The id of the group that made it. */
  readonly group: LedgerGroupId
  /** What happened. */
  readonly kind: LedgerGroup["kind"]
  /** The id of the payment that it is about. */
  readonly payment: PaymentId
  /** An ISO 4217 code. */
  readonly currency: CurrencyCode
  /** Minor units: positive a debit, negative a credit. */
  readonly amount: bigint
  /** What stood on the account in this currency after it. */
  readonly balance: bigint
  /** Milliseconds since the epoch. */
  readonly created: Millis
}

/** What stands on one account, by currency. */
export type Balances = ReadonlyMap<CurrencyCode, bigint>

/** What a group puts on an account in all; null where it leaves the account alone. */
export const postedOn = ({ entries }: LedgerGroup, account: string): bigint | null => {
  const own = entries.filter((entry) => entry.account === account)
  return own.length === 0 ? null : own.reduce((sum, { amount }) => sum + amount, 0n)
}

/** The lines that groups make on an account, in all currencies or `only` one. */
export const postedLines = (
  groups: ReadonlyArray<LedgerGroup>,
  account: string,
  only: CurrencyCode | null,
  before: Balances
): ReadonlyArray<StatementLine> => {
  const balances = new Map(before)
  return groups.flatMap((group): ReadonlyArray<StatementLine> => {
    const { id, kind, payment, currency, created } = group
    const amount = only === null || only === currency ? postedOn(group, account) : null
    if (amount === null) return []
    const balance = (balances.get(currency) ?? 0n) + amount
    balances.set(currency, balance)
    return [{ group: id, kind, payment, currency, amount, balance, created }]
  })
}

/** What stands on the account once these lines are posted. */
export const balancesAfter = (before: Balances, lines: ReadonlyArray<StatementLine>): Balances =>
  new Map([...before, ...lines.map(({ currency, balance }) => [currency, balance] as const)])
