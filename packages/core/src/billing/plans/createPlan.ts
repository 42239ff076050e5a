import { Effect, Result } from "effect"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, refused } from "../../platform/idempotency/claimKey.ts"
import { insert } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { loadRoutes } from "../../routing/loadRoutes.ts"
import { checkFirstChargeAmount, validateTermsAgainstMids } from "../validateTermsAgainstMids.ts"
import { PlanCollection, type PlanRecord, planCodec, toPlan } from "./Plan.ts"
import { CreatePlan, type PlanTrialInput } from "./planInput.ts"

const checkInput = inputChecker(CreatePlan)

/** Creates a plan in version 1. */
export const createPlan = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreatePlan,
  options: MutationOptions
) {
  const given = yield* Effect.fromResult(checkInput(input))
  const terms = termsOf(given)
  yield* Effect.fromResult(checkFirstChargeAmount(terms))
  const claimed = yield* claimKey(
    { ...caller, endpoint: "createPlan", options, input: given },
    (claim, moment) => begin(caller.scope, terms, claim, moment)
  )
  return claimed._tag === "Replayed"
    ? replayed(planCodec, claimed.body)
    : fresh(planCodec, toPlan(claimed.value))
})

type GivenTerms = Omit<PlanRecord, "id" | "status" | "version" | "supersedes" | "created">

const termsOf = ({ trial = null, ...given }: Checked<typeof CreatePlan>): GivenTerms => ({
  setupFee: null,
  endAfterCycles: null,
  metadata: {},
  ...given,
  trial: storedTrial(trial)
})

/** Returns the trial to store. A trial without a price is free. */
export const storedTrial = (trial: PlanTrialInput | null): PlanRecord["trial"] =>
  trial === null ? null : { amount: 0n, ...trial }

const begin = Effect.fnUntraced(function* (
  scope: Scope,
  terms: GivenTerms,
  claim: Claim,
  { now, id }: Moment
) {
  const storage = yield* Storage
  const { mids } = yield* loadRoutes(scope, now)
  const verdict = validateTermsAgainstMids(terms, mids)
  if (Result.isFailure(verdict)) return yield* refused(verdict.failure)
  const plan: PlanRecord = {
    ...terms,
    id: id("plan"),
    status: "active",
    version: 1,
    supersedes: null,
    created: now
  }
  yield* storage.commit([
    ...claim.answered(planCodec.toBody(toPlan(plan))),
    insert(scope, PlanCollection, plan)
  ])
  return plan
})
