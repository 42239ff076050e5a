import { Effect, Option } from "effect"
import { AttemptCollection } from "../charges/Attempt.ts"
import { PaymentCollection } from "../charges/Payment.ts"
import { holdJobsOf } from "../holds/Hold.ts"
import { findJob } from "../jobs/schedule.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import type { ModificationRows } from "./decideModification.ts"
import { ModificationCollection } from "./Modification.ts"

/** Everything that settling a capture, void or refund may touch, as it stands now. */
export const loadModification = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const storage = yield* Storage
  const modification = yield* storage.get(scope, ModificationCollection, id)
  if (Option.isNone(modification)) return Option.none<ModificationRows>()
  const { payment: paymentId, attempt: attemptId } = modification.value.row
  const payment = yield* storage.get(scope, PaymentCollection, paymentId)
  const attempt = yield* storage.get(scope, AttemptCollection, attemptId)
  if (Option.isNone(payment) || Option.isNone(attempt)) return Option.none<ModificationRows>()
  const rows: ModificationRows = {
    modification: modification.value,
    payment: payment.value,
    attempt: attempt.value,
    job: yield* findJob(scope, "carry_out_modification", id),
    holdJobs: yield* holdJobsOf(scope, paymentId)
  }
  return Option.some(rows)
})
