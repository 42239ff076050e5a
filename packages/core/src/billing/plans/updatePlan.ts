import { Effect, Result } from "effect"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { changedMetadata } from "../../kernel/primitives/Metadata.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { check, update } from "../../platform/storage/Change.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { getPlan, PlanCollection, type PlanRecord, planCodec, toPlan } from "./Plan.ts"
import { UpdatePlan } from "./planInput.ts"

const checkInput = inputChecker(UpdatePlan)

/** Changes the given fields of a plan. Its price can't be changed. */
export const updatePlan = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: UpdatePlan,
  options: MutationOptions
) {
  const lock = yield* KeyedLock
  const given = yield* Effect.fromResult(checkInput(input))
  const claimed = yield* claimKey(
    { ...caller, endpoint: "updatePlan", options, input: [id, given] },
    (claim) => lock.withLock(id, PlanCollection.name)(change(caller.scope, id, given, claim))
  )
  return claimed._tag === "Replayed"
    ? replayed(planCodec, claimed.body)
    : fresh(planCodec, toPlan(claimed.value))
})

const change = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  input: Checked<typeof UpdatePlan>,
  claim: Claim
) {
  const storage = yield* Storage
  const plan = yield* orRefused(getPlan(scope, id))
  const decision = changed(plan.row, input)
  if (Result.isFailure(decision)) {
    return yield* refused(decision.failure, check(PlanCollection, plan))
  }
  const row = decision.success
  yield* storage.commit([
    ...claim.answered(planCodec.toBody(toPlan(row))),
    update(PlanCollection, plan, row)
  ])
  return row
})

/**
 * Returns the plan with the changes. A superseded plan keeps its status, because its successor is
 * sold.
 */
const changed = (
  before: PlanRecord,
  { metadata, ...given }: Checked<typeof UpdatePlan>
): Result.Result<PlanRecord, InvalidInput> =>
  before.status === "grandfathered" && given.status !== undefined
    ? Result.fail(parameterInvalid("status", "can't change: another plan took this one's place"))
    : Result.map(changedMetadata(before.metadata, metadata), (kept) => ({
        ...before,
        ...given,
        metadata: kept
      }))
