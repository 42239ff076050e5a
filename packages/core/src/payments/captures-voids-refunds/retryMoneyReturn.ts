import { Effect, Option } from "effect"
import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { removeJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, check, inserted, update } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Job } from "../../platform/storage/Job.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { currentCommitContext } from "../../platform/tenants/accountSettings.ts"
import { AttemptCollection } from "../charges/Attempt.ts"
import { authorizedAmount } from "../charges/capturable.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { movesPayment } from "./Modification.ts"
import { loadModification, type ModificationRows } from "./ModificationRows.ts"
import { insertPendingModification } from "./newModification.ts"
import { splitsToTake, takenByRefunds } from "./refundSplits.ts"
import { recordModificationEvent } from "./resources.ts"
import { amountToReturn, newMoneyReturn } from "./returnMoney.ts"

/**
 * Retries a failed return of money. It uses a new reference, because a provider that knows the old
 * one would repeat its answer.
 */
export const retryMoneyReturn = Effect.fnUntraced(function* (job: Stored<Job>) {
  const storage = yield* Storage
  const loaded = yield* loadModification(job.scope, job.row.subject)
  const commit = yield* currentCommitContext(job.scope)
  yield* storage.commit([
    ...removeJob(job),
    ...(Option.isNone(loaded) ? [] : returnAgain(commit, loaded.value))
  ])
})

/** Returns the parts that another refund of a late charge takes back. */
const splitsOf = ({ attempt, payment, lateRefunds = [] }: ModificationRows, amount: bigint) => {
  const { splits = [] } = payment.row
  const captured = authorizedAmount(attempt.row)
  return splitsToTake({ splits, captured, taken: takenByRefunds(splits, lateRefunds) }, amount, 1n)
}

const returnAgain = (commit: CommitContext, rows: ModificationRows): ReadonlyArray<Change> => {
  const { attempt, payment } = rows
  const { kind, purpose, status, failedTries = 0, reversesSplits } = rows.modification.row
  const hasFailed = status === "failed" || status === "reversed"
  const amount = amountToReturn(rows)
  if (!hasFailed || purpose === "merchant" || amount <= 0n) return []
  const again = {
    kind,
    purpose,
    amount,
    failedTries: failedTries + 1,
    ...(reversesSplits === undefined ? {} : { reversesSplits, splits: splitsOf(rows, amount) })
  }
  const row = newMoneyReturn(commit, attempt.row, again)
  return [
    check(AttemptCollection, attempt),
    ...insertPendingModification(commit, row),
    ...(movesPayment(row)
      ? [
          update(PaymentCollection, payment, {
            ...payment.row,
            amountReserved: payment.row.amountReserved + amount
          }),
          ...recordModificationEvent(commit, "refund.pending", inserted(commit.scope, row))
        ]
      : [update(PaymentCollection, payment, payment.row)])
  ]
}
