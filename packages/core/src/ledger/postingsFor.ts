import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { MidId, PaymentId } from "../kernel/primitives/PublicId.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { type Change, insert } from "../platform/storage/Change.ts"
import {
  type AtProvider,
  entriesOf,
  type LedgerGroup,
  LedgerGroupCollection,
  type ModuleMovement,
  type Transfer
} from "./LedgerGroup.ts"

/** A movement of money on a MID. */
export interface Movement {
  readonly kind: Exclude<LedgerGroup["kind"], "settlement" | ModuleMovement>
  readonly payment: PaymentId
  readonly mid: MidId
  readonly amount: bigint
  readonly currency: CurrencyCode
  /** Null if nothing moves at the provider. */
  readonly atProvider: AtProvider | null
  /** True if the settlement report corrects the amount. False if absent. */
  readonly isEstimate?: boolean
}

const transferFor = ({ kind, mid, amount }: Movement): Transfer => {
  const receivable = `provider_receivable:${mid}` as const
  switch (kind) {
    case "capture":
      return { debit: receivable, credit: "merchant_payable", amount }
    case "capture_return":
      return { debit: "merchant_payable", credit: receivable, amount }
    case "refund":
      return { debit: "refunds", credit: receivable, amount }
    case "refund_reversal":
      return { debit: receivable, credit: "refunds", amount }
    case "late_charge":
      return { debit: receivable, credit: "suspense", amount }
    case "late_charge_reversal":
      return { debit: "suspense", credit: receivable, amount }
    case "dispute_hold":
      return { debit: "disputes_held", credit: receivable, amount }
    case "dispute_release":
      return { debit: receivable, credit: "disputes_held", amount }
    case "split":
      return { debit: "splits", credit: receivable, amount }
    case "split_reversal":
      return { debit: receivable, credit: "splits", amount }
    case "dispute_loss":
      return { debit: "dispute_losses", credit: "disputes_held", amount }
  }
}

/** Posts the balanced groups of movements, in their order. Posts nothing if no money moved. */
export const postingsFor = (
  commit: CommitContext,
  ...movements: ReadonlyArray<Movement | undefined>
): ReadonlyArray<Change> => movements.flatMap((movement) => posted(commit, movement))

const posted = (commit: CommitContext, movement: Movement | undefined): ReadonlyArray<Change> =>
  movement === undefined || movement.amount === 0n
    ? []
    : [
        insert(commit.scope, LedgerGroupCollection, {
          id: commit.id("ledger"),
          kind: movement.kind,
          payment: movement.payment,
          currency: movement.currency,
          entries: entriesOf(transferFor(movement)),
          ...(movement.atProvider === null ? {} : { atProvider: movement.atProvider }),
          ...(movement.isEstimate === true ? { isEstimate: true as const } : {}),
          created: commit.now
        })
      ]
