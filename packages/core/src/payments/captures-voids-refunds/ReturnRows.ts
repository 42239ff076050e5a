import { Effect, Option } from "effect"
import type { Stored } from "../../platform/storage/Collection.ts"
import { eachPage } from "../../platform/storage/eachPage.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { AttemptRecord } from "../charges/Attempt.ts"
import type { AttemptRows } from "../charges/AttemptRows.ts"
import { Followers, type Following } from "../charges/Follower.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import type { DisputeRecord } from "../disputes/Dispute.ts"
import { loadUnreserved } from "../disputes/disputeRestored.ts"
import { ModificationCollection, type ModificationRecord } from "./Modification.ts"
import { loadRefunds } from "./ModificationRows.ts"

/** The rows that the return of a capture touches, as they were last read. */
export interface ReturnRows extends Pick<AttemptRows, "payment" | "attempt"> {
  /**
   * The captures that took the returned money, oldest first. None if the charge captured by itself.
   */
  readonly captures: ReadonlyArray<Stored<ModificationRecord>>
  /** The refunds of the payment that are pending. */
  readonly pendingRefunds: ReadonlyArray<Stored<ModificationRecord>>
  /** The disputes that reserve nothing, because the capture was returned when they began. */
  readonly unreserved: ReadonlyArray<Stored<DisputeRecord>>
  /** The followers of the payment. */
  readonly followers: ReadonlyArray<Following>
}

/**
 * Reads the rows that the return of an attempt's captures touches: of the given capture, or of all
 * that the attempt has.
 */
export const loadReturn = Effect.fnUntraced(function* (
  { payment, attempt }: Pick<AttemptRows, "payment" | "attempt">,
  only: Stored<ModificationRecord> | null = null
) {
  const { scope, row } = payment
  const captures =
    only !== null && attempt.row.returned === undefined
      ? [only]
      : yield* loadCaptures(scope, row, attempt.row)
  const refunds = yield* loadRefunds(scope, row.id)
  const pendingRefunds = refunds.filter((refund) => refund.row.status === "pending")
  return {
    payment,
    attempt,
    captures,
    pendingRefunds,
    unreserved: yield* loadUnreserved(attempt),
    followers: yield* (yield* Followers).of(payment)
  } satisfies ReturnRows
})

/** Reads the captures of an attempt that stand, or that were returned together, oldest first. */
const loadCaptures = Effect.fnUntraced(function* (
  scope: Scope,
  { id, capturedInParts }: PaymentRecord,
  { returned }: AttemptRecord
) {
  const storage = yield* Storage
  if (returned !== undefined) {
    const ids = [...(returned.earlier ?? []), returned.capture].filter((one) => one !== null)
    const found = yield* Effect.forEach(ids, (one) =>
      storage.get(scope, ModificationCollection, one)
    )
    return found.flatMap(Option.toArray)
  }
  const last = yield* storage.findUnique(scope, ModificationCollection, "release", id)
  const captures: Array<Stored<ModificationRecord>> = []
  if (capturedInParts === true) {
    const where = { capturesOf: id }
    yield* eachPage(scope, ModificationCollection, { where, order: "asc" }, (page) =>
      Effect.sync(() => void captures.push(...page))
    )
  }
  return [...captures, ...Option.toArray(last)].filter(hasTaken)
})

/** Returns true for a capture that took money. A capture in flight or a void took none. */
const hasTaken = ({ row }: Stored<ModificationRecord>): boolean =>
  row.kind === "capture" && row.status === "succeeded"
