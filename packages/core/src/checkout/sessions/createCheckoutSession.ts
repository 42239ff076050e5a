import { Effect, Result } from "effect"
import { loadTerms } from "../../billing/subscriptions/subscriptionTerms.ts"
import { firstCharge } from "../../billing/Terms.ts"
import { validateTermsAgainstMids } from "../../billing/validateTermsAgainstMids.ts"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import { orderDetailsOf } from "../../payments/charges/orderInput.ts"
import { replayed } from "../../platform/idempotency/Answer.ts"
import { claimKeyReading, refused } from "../../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import { requireModule } from "../../platform/modules/LeftOut.ts"
import type { Change } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import type { Tenant } from "../../platform/tenants/Tenant.ts"
import { routesOf } from "../../routing/loadRoutes.ts"
import type { RoutingTable } from "../../routing/RoutingRule.ts"
import { checkoutSessionCodec } from "./CheckoutSession.ts"
import { CreateCheckoutSession, wrongSum } from "./createCheckoutSessionInput.ts"
import { fitsDeployment, openSession, type SessionPurpose, sessionReads } from "./openSession.ts"

const checkInput = inputChecker(CreateCheckoutSession)

/**
 * Creates a checkout session in which a payer pays. Only this answer has the session's token and
 * the address of the hosted page. A replay of the answer comes without them.
 */
export const createCheckoutSession = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreateCheckoutSession,
  options: MutationOptions
) {
  const underway = yield* InFlightWork
  const { hostedPage } = yield* EngineConfig
  const given = yield* Effect.fromResult(checkInput(input))
  if (given.mode === "subscription") yield* requireModule("billing", "mode")
  yield* Effect.fromResult(fitsDeployment(given, caller.scope, hostedPage))
  const { scope } = caller
  const claimed = yield* underway.finish(
    claimKeyReading(
      { ...caller, endpoint: "createCheckoutSession", options, input: given },
      sessionReads(scope),
      (claim, moment, [account, table]) =>
        Effect.gen(function* () {
          const { purpose, seen } = yield* purposeOf(account, given, table, moment)
          const session = { scope, account, table, page: given, purpose, seen }
          return yield* openSession(session, claim, moment)
        })
    )
  )
  return claimed._tag === "Replayed" ? replayed(checkoutSessionCodec, claimed.body) : claimed.value
})

/** The purpose of a session, and the checks on the rows that it depends on. */
interface Purpose {
  readonly purpose: SessionPurpose
  readonly seen: ReadonlyArray<Change>
}

const purposeOf = (
  { scope, row: { settings } }: Stored<Tenant>,
  input: Checked<typeof CreateCheckoutSession>,
  table: RoutingTable,
  moment: Moment
) => {
  const shared = sharedPurpose(input)
  if (input.mode === "subscription") {
    return subscriptionPurpose(scope, input, shared, routesOf(scope, table, moment.now))
  }
  const purpose: SessionPurpose = {
    ...shared,
    mode: "payment",
    amount: input.amount ?? 0n,
    currency: input.currency ?? settings.defaultCurrency,
    interval: null
  }
  return Effect.succeed<Purpose>({ purpose, seen: [] })
}

/** The parts of the purpose that payments and subscriptions have in common. */
const sharedPurpose = (input: Checked<typeof CreateCheckoutSession>) => {
  const orderDetails = orderDetailsOf(input)
  return {
    description: input.description ?? null,
    lineItems: input.lineItems ?? [],
    customer: input.customer ?? null,
    allowedMethods: [...new Set(input.allowedMethods ?? [])],
    ...(input.captureMethod === "manual" ? { captureMethod: "manual" as const } : {}),
    ...(input.authorization === undefined ? {} : { authorization: input.authorization }),
    ...(input.splits === undefined ? {} : { splits: input.splits }),
    ...(orderDetails === undefined ? {} : { orderDetails }),
    storedCredential: input.storedCredential ?? null
  }
}

const subscriptionPurpose = Effect.fnUntraced(function* (
  scope: Scope,
  input: Checked<typeof CreateCheckoutSession>,
  shared: ReturnType<typeof sharedPurpose>,
  routes: ReturnType<typeof routesOf>
) {
  const { terms, plan, seen } = yield* loadTerms(scope, input)
  const { mids } = yield* routes
  const settled = validateTermsAgainstMids(terms, mids)
  if (Result.isFailure(settled)) return yield* refused(settled.failure, ...seen)
  const amount = firstCharge(terms)
  const wrong = wrongSum(input, amount)
  if (wrong !== null) return yield* refused(wrong, ...seen)
  const purpose: SessionPurpose = {
    ...shared,
    mode: "subscription",
    amount,
    currency: terms.currency,
    interval: terms.interval,
    plan: plan?.id ?? null,
    terms,
    // A subscription is an agreement to charge the card again.
    storedCredential: shared.storedCredential ?? { usage: "recurring" }
  }
  return { purpose, seen } satisfies Purpose
})
