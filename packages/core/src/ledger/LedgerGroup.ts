import { Schema } from "effect"
import { collection } from "../storage/Collection.ts"
import { CurrencyCode } from "../values/CurrencyCode.ts"
import { LedgerGroupId, type MidId, PaymentId } from "../values/PublicId.ts"
import { Millis } from "../values/Timestamp.ts"

/** An account of the ledger; those of a MID carry its id behind a colon. */
export type LedgerAccount =
  | "suspense"
  | "merchant_payable"
  | "refunds"
  | "disputes_held"
  | "dispute_losses"
  | `provider_receivable:${MidId}`
  | `settled_cash:${MidId}`
  | `provider_fees:${MidId}`

const LedgerEntry = Schema.Struct({
  account: Schema.String,
  /** Minor units: positive a debit, negative a credit. */
  amount: Schema.BigInt
})

const sumsToZero = (entries: ReadonlyArray<typeof LedgerEntry.Type>): boolean =>
  entries.reduce((sum, { amount }) => sum + amount, 0n) === 0n

/** One happening in the books: entries in one currency that sum to zero. Never changed. */
export const LedgerGroup = Schema.Struct({
  id: LedgerGroupId,
  kind: Schema.Literals([
    "capture",
    "refund",
    "refund_reversal",
    "late_charge",
    "late_charge_reversal"
  ]),
  payment: PaymentId,
  currency: CurrencyCode,
  entries: Schema.Array(LedgerEntry).check(
    Schema.makeFilter(sumsToZero, { expected: "entries that sum to zero" })
  ),
  created: Millis
})
export type LedgerGroup = typeof LedgerGroup.Type

export const LedgerGroupCollection = collection<LedgerGroup>({
  name: "ledger_groups",
  schema: LedgerGroup,
  indexes: { payment: { of: (group) => group.payment } },
  appendOnly: true
})

/** Moves an amount from one account to another. Made of these, a group can't be unbalanced. */
export interface Transfer {
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  /** Minor units, more than zero. */
  readonly amount: bigint
}

/** The entries of transfers: a debit and a credit of the same amount each. */
export const entriesOf = (...transfers: ReadonlyArray<Transfer>) =>
  transfers.flatMap(({ debit, credit, amount }) => [
    { account: debit, amount },
    { account: credit, amount: -amount }
  ])
