import { Result } from "effect"
import type { LedgerGroup } from "../../../ledger/LedgerGroup.ts"
import type { CommitContext } from "../../../platform/events/CommitContext.ts"
import type { EventRecord } from "../../../platform/events/EventRecord.ts"
import type { Change } from "../../../platform/storage/Change.ts"
import { type Row, storedRow } from "../../../platform/storage/Collection.ts"
import type { DisputeStage } from "../../../providers/DisputeStage.ts"
import type { DisputeNotification } from "../../../providers/ProviderNotification.ts"
import type { AttemptRecord } from "../../charges/Attempt.ts"
import type { PaymentRecord } from "../../charges/Payment.ts"
import type { DisputeRecord } from "../Dispute.ts"
import { type DisputeRows, disputeNotified } from "../disputeNotified.ts"

const scope = { tenant: "tenant_1", mode: "test" } as const
/** The merchant account that was charged. */
export const mid = "mid_1"

/** Returns the rows of a captured payment of 1000, of which `refunded` is refunded. */
export const rowsOf = (refunded = 0n, threeDs: AttemptRecord["threeDs"] = null): DisputeRows => ({
  payment: storedRow(
    scope,
    {
      id: "payment_1",
      status: "succeeded",
      currency: "EUR",
      amount: 1000n,
      amountCaptured: 1000n,
      amountReserved: refunded,
      amountRefunded: refunded,
      amountDisputed: 0n,
      disputed: false,
      decline: null,
      created: 0
    } as unknown as PaymentRecord,
    1
  ),
  attempt: storedRow(
    scope,
    {
      id: "attempt_1",
      status: "captured",
      mid,
      threeDs,
      facts: { brand: "visa" }
    } as unknown as AttemptRecord,
    1
  ),
  dispute: null,
  job: null
})

let made = 0
const commitContextAt = (now: number): CommitContext =>
  ({
    now,
    scope,
    apiVersion: "2026-11-01",
    id: (prefix: string) => `${prefix}_${++made}`
  }) as unknown as CommitContext

/** A dispute as its provider reports it. */
export type Reported = DisputeNotification["dispute"]

/** Returns a report of a dispute of 600. */
export const reported = (stage: DisputeStage, fields: Partial<Reported> = {}): Reported => ({
  providerReference: "dp_1",
  stage,
  amount: 600n,
  currency: "EUR",
  rawReason: "10.4",
  evidenceDueBy: null,
  ...fields
})

const writtenIn = <R extends Row>(changes: ReadonlyArray<Change>, collection: string) =>
  changes.flatMap((change) =>
    "row" in change && change.collection.name === collection ? [change.row as unknown as R] : []
  )

/** Returns the rows after the changes. */
const after = (rows: DisputeRows, changes: ReadonlyArray<Change>): DisputeRows => {
  const [dispute] = writtenIn<DisputeRecord>(changes, "disputes")
  const [payment] = writtenIn<PaymentRecord>(changes, "payments")
  return {
    ...rows,
    dispute: dispute === undefined ? rows.dispute : storedRow(scope, dispute, 1),
    payment: payment === undefined ? rows.payment : storedRow(scope, payment, 1)
  }
}

/** Returns the reason why a report can't be booked. Null if it can. */
export const obstacleOf = (rows: DisputeRows, notification: Reported): string | null =>
  Result.match(disputeNotified(commitContextAt(0), rows, notification), {
    onFailure: (obstacle) => obstacle,
    onSuccess: () => null
  })

/** The result of a dispute's reports. */
export interface AppliedReports {
  readonly rows: DisputeRows
  readonly events: ReadonlyArray<string>
  readonly groups: ReadonlyArray<LedgerGroup>
}

/** Applies reports of a dispute in order, a millisecond apart. */
export const applyReports = (
  begins: DisputeRows,
  notifications: ReadonlyArray<Reported>
): AppliedReports =>
  notifications.reduce<AppliedReports>(
    ({ rows, events, groups }, notification, at) => {
      const changes = Result.getOrElse(
        disputeNotified(commitContextAt(at), rows, notification),
        () => []
      )
      return {
        rows: after(rows, changes),
        events: [...events, ...writtenIn<EventRecord>(changes, "events").map(({ type }) => type)],
        groups: [...groups, ...writtenIn<LedgerGroup>(changes, "ledger_groups")]
      }
    },
    { rows: begins, events: [], groups: [] }
  )

/** Returns the balance of an account. */
export const balanceOf = (groups: ReadonlyArray<LedgerGroup>, account: string): bigint =>
  groups
    .flatMap(({ entries }) => entries)
    .reduce((sum, entry) => (entry.account === account ? sum + entry.amount : sum), 0n)
