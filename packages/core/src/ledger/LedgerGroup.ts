import { Schema, Struct } from "effect"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { LedgerGroupId, PaymentId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { collection } from "../platform/storage/Collection.ts"
import { type LedgerAccount, midAccountsIn, sharedAccountsIn } from "./LedgerAccount.ts"
import { balanceSum, revenueSum } from "./ledgerSums.ts"

/** A movement of money at the provider, as its settlement reports refer to it. */
export interface AtProvider {
  /**
   * A `reversal` is a refund that came back. A `dispute_release` is the money of a dispute that
   * came back. A `charge_return` is a capture that the provider reversed. A `split` is a part that
   * the provider pays to another account, and a `split_reversal` is one that it took back.
   */
  readonly kind:
    | "charge"
    | "charge_return"
    | "refund"
    | "reversal"
    | "dispute"
    | "dispute_release"
    | "split"
    | "split_reversal"
  /** Our own reference: the id of the attempt, refund or dispute. */
  readonly reference: string
  /** The provider's id. Null if it gave none. */
  readonly providerReference: string | null
}
export const AtProvider = Schema.Struct({
  kind: Schema.Literals([
    "charge",
    "charge_return",
    "refund",
    "reversal",
    "dispute",
    "dispute_release",
    "split",
    "split_reversal"
  ]),
  reference: Schema.String,
  providerReference: Schema.NullOr(Schema.String)
})

const LedgerEntry = Schema.Struct({
  account: Schema.String,
  /** Minor units: a debit is positive, a credit is negative. */
  amount: Schema.BigInt
})

const sumsToZero = (entries: ReadonlyArray<typeof LedgerEntry.Type>): boolean =>
  entries.reduce((sum, { amount }) => sum + amount, 0n) === 0n

/** A movement of a module of others: its name, a dot, and a word, such as `loyalty.earned`. */
export type ModuleMovement = `${string}.${string}`
const ModuleMovement = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]*\.[a-z0-9_]+$/)
) as unknown as Schema.Codec<ModuleMovement>

/** A group of entries in one currency that sum to zero. It is never changed. */
export const LedgerGroup = Schema.Struct({
  id: LedgerGroupId,
  kind: Schema.Union([
    Schema.Literals([
      "capture",
      "capture_return",
      "refund",
      "refund_reversal",
      "late_charge",
      "late_charge_reversal",
      "dispute_hold",
      "dispute_release",
      "dispute_loss",
      "split",
      "split_reversal",
      "settlement"
    ]),
    ModuleMovement
  ]),
  /** Absent from groups of modules that belong to no payment. */
  payment: Schema.optionalKey(PaymentId),
  currency: CurrencyCode,
  entries: Schema.Array(LedgerEntry).check(
    Schema.makeFilter(sumsToZero, { expected: "entries that sum to zero" })
  ),
  /** Absent from groups of earlier releases: these can't be matched with a report. */
  atProvider: Schema.optionalKey(AtProvider),
  /**
   * The provider reported an amount that can't be booked, such as one in another currency. The
   * settlement report has the right amount, and corrects this group.
   */
  isEstimate: Schema.optionalKey(Schema.Literal(true)),
  /** For a settlement: its id in the provider's report, its date, and the settled movement. */
  settlement: Schema.optionalKey(
    Schema.Struct({
      id: Schema.NullOr(Schema.String),
      date: Schema.NullOr(Millis),
      /** The group that booked the movement. Absent from settlements of earlier releases. */
      movement: Schema.optionalKey(LedgerGroupId),
      /**
       * The number of this settlement of one name, from 1. A dispute that is held twice has two.
       */
      nth: Schema.optionalKey(Schema.Number)
    })
  ),
  created: Millis
})
export interface LedgerGroup extends Schema.Schema.Type<typeof LedgerGroup> {}

/** Returns the group of a row without the fields of newer releases. */
export const toLedgerGroup = (row: LedgerGroup): LedgerGroup =>
  Struct.pick(row, Struct.keys(LedgerGroup.fields))

/**
 * Returns the name that a movement and its settlement have in common, or null if it can't be
 * settled. A dispute that is held, won and held again books two movements under one name.
 */
export const movementName = ({ atProvider }: LedgerGroup): string | null =>
  atProvider === undefined ? null : `${atProvider.kind}:${atProvider.reference}`

/** Returns the unique key of a settlement, so that two reports can't both settle a movement. */
const settledKey = (group: LedgerGroup): string | null => {
  const { kind, settlement: { nth = 1 } = {} } = group
  const name = movementName(group)
  if (kind !== "settlement" || name === null) return null
  return nth === 1 ? name : `${name}:${nth}`
}

export const LedgerGroupCollection = collection<LedgerGroup>({
  name: "ledger_groups",
  schema: LedgerGroup,
  // A charge, refund or reversal is settled once, however often a report is reconciled.
  unique: { settled: { of: settledKey } },
  indexes: {
    sharedAccounts: { of: sharedAccountsIn },
    midAccounts: { of: midAccountsIn },
    payment: { of: ({ payment }) => payment ?? null },
    reference: { of: (group) => group.atProvider?.reference ?? null },
    providerReference: { of: (group) => group.atProvider?.providerReference ?? null },
    /** The payout of a settlement. Null for charges, so a charge writes no row of this index. */
    settlement: { of: ({ settlement }) => settlement?.id ?? null }
  },
  appendOnly: true,
  sums: { balance: balanceSum, revenue: revenueSum }
})

/** A transfer from one account to another. A group of transfers is always balanced. */
export interface Transfer {
  readonly debit: LedgerAccount
  readonly credit: LedgerAccount
  /** In minor units, more than zero. */
  readonly amount: bigint
}

/** Returns the entries of transfers: a debit and a credit of the same amount for each. */
export const entriesOf = (...transfers: ReadonlyArray<Transfer>) =>
  transfers.flatMap(({ debit, credit, amount }) => [
    { account: debit, amount },
    { account: credit, amount: -amount }
  ])
