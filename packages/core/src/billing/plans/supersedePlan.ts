import { Effect, Result } from "effect"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import { changedMetadata } from "../../kernel/primitives/Metadata.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { check, insert, update } from "../../platform/storage/Change.ts"
import { KeyedLock } from "../../platform/storage/KeyedLock.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { MidState } from "../../routing/chooseRoute.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { validateTermsAgainstMids } from "../validateTermsAgainstMids.ts"
import { storedTrial } from "./createPlan.ts"
import { PlanRetired } from "./errors.ts"
import { getPlan, PlanCollection, type PlanRecord, planCodec, toPlan } from "./Plan.ts"
import { SupersedePlan } from "./planInput.ts"

const checkInput = inputChecker(SupersedePlan)

/**
 * Creates the successor of a plan and makes the old plan `grandfathered`. Its subscribers stay on
 * the old plan.
 */
export const supersedePlan = Effect.fnUntraced(function* (
  caller: Caller,
  id: string,
  input: SupersedePlan,
  options: MutationOptions
) {
  const lock = yield* KeyedLock
  const given = yield* Effect.fromResult(checkInput(input))
  const claimed = yield* claimKey(
    { ...caller, endpoint: "supersedePlan", options, input: [id, given] },
    (claim, moment) =>
      lock.withLock(id, PlanCollection.name)(replace(caller.scope, id, given, claim, moment))
  )
  return claimed._tag === "Replayed"
    ? replayed(planCodec, claimed.body)
    : fresh(planCodec, toPlan(claimed.value))
})

/**
 * Supersedes the plan in one commit that checks the version of the old plan. So only one of several
 * concurrent requests succeeds.
 */
const replace = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  input: Checked<typeof SupersedePlan>,
  claim: Claim,
  moment: Moment
) {
  const storage = yield* Storage
  const old = yield* orRefused(getPlan(scope, id))
  const { mids } = yield* loadRoutes(scope, moment.now)
  const decision = successorOf(old.row, input, mids, moment)
  if (Result.isFailure(decision)) {
    return yield* refused(decision.failure, check(PlanCollection, old))
  }
  const successor = decision.success
  yield* storage.commit([
    ...claim.answered(planCodec.toBody(toPlan(successor))),
    update(PlanCollection, old, { ...old.row, status: "grandfathered" }),
    insert(scope, PlanCollection, successor)
  ])
  return successor
})

/** Returns the successor of the old plan, or the reason why there can be none. */
const successorOf = (
  old: PlanRecord,
  { trial, metadata, ...given }: Checked<typeof SupersedePlan>,
  mids: ReadonlyArray<MidState>,
  { now, id }: Moment
): Result.Result<PlanRecord, PlanRetired | InvalidInput> =>
  Result.gen(function* () {
    if (old.status !== "active") {
      return yield* Result.fail(new PlanRetired({ plan: old.id, status: old.status }))
    }
    const successor: PlanRecord = {
      ...old,
      ...given,
      trial: trial === undefined ? old.trial : storedTrial(trial),
      metadata: yield* changedMetadata(old.metadata, metadata),
      id: id("plan"),
      version: old.version + 1,
      supersedes: old.id,
      created: now
    }
    yield* validateTermsAgainstMids(successor, mids)
    return successor
  })
