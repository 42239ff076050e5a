import { Effect } from "effect"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { eachPage } from "../../platform/storage/eachPage.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import { DisputeCollection, type DisputeRecord, recordDisputeEvent } from "./Dispute.ts"
import { disputedPayment, movementsBetween, takesMoney } from "./disputeMoves.ts"
import { amountsOf, posted } from "./disputeNotified.ts"

/** Reads the disputes of an attempt that reserve nothing, because its capture was returned. */
export const loadUnreserved = Effect.fnUntraced(function* ({ scope, row }: Stored<AttemptRecord>) {
  const disputes: Array<Stored<DisputeRecord>> = []
  const query = { where: { payment: row.payment }, order: "asc" } as const
  yield* eachPage(scope, DisputeCollection, query, (page) =>
    Effect.sync(() => void disputes.push(...page.filter((dispute) => isUnreserved(row, dispute))))
  )
  return disputes
})

const isUnreserved = ({ id }: AttemptRecord, { row }: Stored<DisputeRecord>): boolean =>
  row.attempt === id && takesMoney(row) && row.amount === 0n

/**
 * Reserves and books the amount of a dispute that began while its capture was returned. The
 * provider has captured the money again. Pure.
 */
export const disputeRestored = (
  commit: CommitContext,
  payment: PaymentRecord,
  dispute: Stored<DisputeRecord>
): { readonly payment: PaymentRecord; readonly changes: ReadonlyArray<Change> } => {
  const { providerAmount, providerCurrency, ...before } = dispute.row
  const { amount, currency } = before
  const reported = { amount: providerAmount ?? amount, currency: providerCurrency ?? currency }
  const row: DisputeRecord = { ...before, ...amountsOf(payment, null, reported) }
  return {
    payment: disputedPayment(payment, before, row),
    changes: [
      update(DisputeCollection, dispute, row),
      ...recordDisputeEvent(commit, "dispute.updated", updated(dispute, row)),
      ...movementsBetween(before, row).flatMap((movement) => posted(commit, row, movement))
    ]
  }
}
