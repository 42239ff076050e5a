import { Schema } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { LedgerGroupId, PaymentId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { collection } from "../platform/storage/Collection.ts"
import { type LedgerAccount, midAccountsIn, sharedAccountsIn } from "./LedgerAccount.ts"
import { balanceSum, revenueSum } from "./ledgerSums.ts"

/** What a provider knows a movement of money as, and names it by in its settlement reports. */
export interface AtProvider {
  /**
   * A `reversal` is a refund that came back, a `dispute_release` what a dispute had taken, and a
   * `charge_return` a capture that the provider took back.
   */
  readonly kind: "charge" | "charge_return" | "refund" | "reversal" | "dispute" | "dispute_release"
  /** Our own reference: the id of the attempt, of the refund or of the dispute. */
  readonly reference: string
  /** The provider's own; null where it gave none. */
  readonly providerReference: string | null
}
export const AtProvider = Schema.Struct({
  kind: Schema.Literals([
    "charge",
    "charge_return",
    "refund",
    "reversal",
    "dispute",
    "dispute_release"
  ]),
  reference: Schema.String,
  providerReference: Schema.NullOr(Schema.String)
})

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
    "capture_return",
    "refund",
    "refund_reversal",
    "late_charge",
    "late_charge_reversal",
    "dispute_hold",
    "dispute_release",
    "dispute_loss",
    "settlement"
  ]),
  payment: PaymentId,
  currency: CurrencyCode,
  entries: Schema.Array(LedgerEntry).check(
    Schema.makeFilter(sumsToZero, { expected: "entries that sum to zero" })
  ),
  /** Absent from groups made before this was kept: they can't be told from a report. */
  atProvider: Schema.optionalKey(AtProvider),
  /**
   * The provider told an amount that can't be booked, such as one in another currency. The amount
   * of its settlement report is the right one, and corrects this group.
   */
  isEstimate: Schema.optionalKey(Schema.Literal(true)),
  /** Of a settlement: what the provider's report called it, when it was, and what it settled. */
  settlement: Schema.optionalKey(
    Schema.Struct({
      id: Schema.NullOr(Schema.String),
      date: Schema.NullOr(Millis),
      /** The group that booked the movement. Absent from settlements of earlier releases. */
      movement: Schema.optionalKey(LedgerGroupId),
      /** Counts the settlements of one name from 1, such as of a dispute that is held twice. */
      nth: Schema.optionalKey(Schema.Number)
    })
  ),
  created: Millis
})
export interface LedgerGroup extends Schema.Schema.Type<typeof LedgerGroup> {}

/**
 * Returns the name that a movement and its settlement have in common, or null if nothing can settle
 * it. A dispute that is held, won and held again books two movements under one name.
 */
export const movementName = ({ atProvider }: LedgerGroup): string | null =>
  atProvider === undefined ? null : `${atProvider.kind}:${atProvider.reference}`

/** Returns the unique key of a settlement: two reports can't make the same one of a name. */
const settledKey = (group: LedgerGroup): string | null => {
  const { kind, settlement: { nth = 1 } = {} } = group
  const name = movementName(group)
  if (kind !== "settlement" || name === null) return null
  return nth === 1 ? name : `${name}:${nth}`
}

export const LedgerGroupCollection = collection<LedgerGroup>({
  name: "ledger_groups",
  schema: LedgerGroup,
  // Whoever reconciles, and however often: a charge, refund or reversal is settled once.
  unique: { settled: { of: settledKey } },
  indexes: {
    sharedAccounts: { of: sharedAccountsIn },
    midAccounts: { of: midAccountsIn },
    payment: { of: ({ payment }) => payment },
    reference: { of: (group) => group.atProvider?.reference ?? null },
    providerReference: { of: (group) => group.atProvider?.providerReference ?? null }
  },
  appendOnly: true,
  sums: { balance: balanceSum, revenue: revenueSum }
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
