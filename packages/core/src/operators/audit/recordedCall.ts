import { Effect } from "effect"
import type { Ids } from "../../kernel/ids/Moment.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import { IdempotencyRecordCollection } from "../../platform/idempotency/IdempotencyRecord.ts"
import { type Change, insert } from "../../platform/storage/Change.ts"
import { Storage, type StoragePort } from "../../platform/storage/Storage.ts"
import { severalTenants } from "../../platform/storage/severalTenants.ts"
import { withCommit } from "../../platform/storage/withCommit.ts"
import { type Acting, checkActing } from "./Acting.ts"
import { AuditCollection, type AuditRecord } from "./AuditEntry.ts"
import { paymentIn, scopeIn, subjectOf } from "./subjectOf.ts"

/** A call that somebody makes. */
export interface Call {
  /** The service and the operation, such as `payments.refund`. */
  readonly operation: string
  readonly input: ReadonlyArray<unknown>
  readonly storage: StoragePort
  readonly ids: Ids["Service"]
}

/**
 * Runs an operation for an actor. Its first commit gets the entry of the audit log. The operation
 * is refused if the actor can't be recorded.
 */
export const recordedCall = <A, E, R>(
  running: Effect.Effect<A, E, R>,
  acting: Acting,
  call: Call
): Effect.Effect<A, E | InvalidInput, R> =>
  Effect.flatMap(Effect.fromResult(checkActing(acting)), (checked) =>
    Effect.provideService(running, Storage, recordingStorage(call, checked))
  ) as Effect.Effect<A, E | InvalidInput, R>

/**
 * Wraps the storage of one call. A commit that is repeated after a conflict has the entry again,
 * and so the entry is stored once. Later commits are unchanged, also those of jobs that the call
 * starts. If a tenant's call changes rows of the deployment, the entry has a commit of its own
 * before theirs.
 */
const recordingStorage = ({ storage, ids, ...call }: Call, acting: Acting): StoragePort => {
  let isRecorded = false
  return withCommit(storage, ({ commit }) => (changes) => {
    if (isRecorded || !changes.some(isMutation)) return commit(changes)
    return Effect.clockWith((clock) => {
      const now = clock.currentTimeMillisUnsafe()
      const entry: AuditRecord = {
        id: ids.at(now)("audit"),
        created: now,
        ...named(call, acting, changes)
      }
      const recorded = insert(scopeIn(call.input, changes), AuditCollection, entry)
      const storing = (all: ReadonlyArray<Change>) =>
        Effect.map(commit(all), () => {
          isRecorded = true
        })
      const together = [...changes, recorded]
      return severalTenants(together) === null
        ? storing(together)
        : Effect.andThen(storing([recorded]), commit(changes))
    })
  })
}

const named = (
  { operation, input }: Pick<Call, "operation" | "input">,
  { actor, reason, request }: Acting,
  changes: ReadonlyArray<Change>
): Omit<AuditRecord, "id" | "created"> => {
  const subject = subjectOf(operation, input, changes)
  const payment = paymentIn(changes)
  return {
    actor,
    operation,
    subject,
    payment: payment === subject ? null : payment,
    reason: reason ?? null,
    request: request ?? null
  }
}

/** A refused request only holds its key, which is no mutation. */
const isMutation = (change: Change): boolean =>
  change._tag !== "Check" && change.collection.name !== IdempotencyRecordCollection.name
