import { Effect, Option } from "effect"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord
} from "../cards/PaymentInstrument.ts"
import { CustomerCollection, type CustomerRecord } from "../customers/Customer.ts"
import { EngineConfig } from "../EngineOptions.ts"
import type { Setting } from "../events/eventsFor.ts"
import { replayed } from "../idempotency/Answer.ts"
import { type Claim, claimKey, refused } from "../idempotency/claimKey.ts"
import { Entropy } from "../ids/Entropy.ts"
import type { Moment } from "../ids/Moment.ts"
import { inputChecker } from "../input/decodeInput.ts"
import { invalidInput, parameterInvalid } from "../input/InvalidInput.ts"
import { Providers } from "../providers/Providers.ts"
import { Underway } from "../providers/Underway.ts"
import { Risk, type RiskRequest } from "../risk/Risk.ts"
import { chooseRoute, type MidState } from "../routing/chooseRoute.ts"
import { loadRoutes } from "../routing/loadRoutes.ts"
import type { Route, RouteFacts } from "../routing/Route.ts"
import type { RoutingRule } from "../routing/RoutingRule.ts"
import { check } from "../storage/Change.ts"
import { KeyedLock } from "../storage/KeyedLock.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage, type Stored } from "../storage/Storage.ts"
import type { Caller, MutationOptions } from "../tenants/Caller.ts"
import { ResourceNotFound } from "../tenants/errors.ts"
import { CreatePayment } from "./createPaymentInput.ts"
import { InstrumentDetached } from "./errors.ts"
import {
  attemptOf,
  factsFor,
  type NewPayment,
  openCharge,
  openDeclined,
  openWithoutMethod,
  type PreliminaryDecline,
  type RouteTarget
} from "./openPayment.ts"
import { paymentAnswer, paymentCodec } from "./Payment.ts"
import { runAttempts } from "./runAttempts.ts"
import type { Course } from "./settleCourse.ts"

const checkInput = inputChecker(CreatePayment)

/**
 * Operation 1 (spec 4.3): makes a payment and, where a saved card is given, charges it at once.
 * A decline is an answer, not an error.
 */
export const createPayment = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreatePayment,
  { idempotencyKey }: MutationOptions
) {
  const underway = yield* Underway
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* underway.finish(createOnce(caller, given, idempotencyKey))
})

const createOnce = Effect.fnUntraced(function* (caller: Caller, input: CreatePayment, key: string) {
  const claimed = yield* claimKey(
    { ...caller, endpoint: "createPayment", key, input },
    (claim, moment) => begin(caller, input, claim, moment)
  )
  if (claimed._tag === "Replayed") return replayed(paymentCodec, claimed.body)
  const { payment, course } = claimed.value
  if (course === null) return paymentAnswer(payment.row)
  const settled = yield* runAttempts(course)
  return settled.answered === null
    ? paymentAnswer(settled.payment.row)
    : { ...replayed(paymentCodec, settled.answered), replayed: false }
})

/** Reads, decides and makes the first commit. */
const begin = Effect.fnUntraced(function* (
  { scope, serviceVersion }: Caller,
  input: CreatePayment,
  claim: Claim,
  moment: Moment
) {
  const storage = yield* Storage
  const setting: Setting = { ...moment, scope, apiVersion: serviceVersion }
  const from: NewPayment = { setting, claim, input, ...(yield* loadPayer(scope, input)) }
  const { rules, mids } = yield* loadRoutes(scope, setting.now)
  if (!mids.some(({ mid }) => mid.currencies.includes(input.currency))) {
    return yield* refused(currencyUnsupported(input.currency), ...seen(from))
  }
  if (from.instrument === null) {
    const opened = openWithoutMethod(from)
    yield* storage.commit([...opened.changes, ...seen(from)])
    return { payment: opened.payment, course: null }
  }
  const facts = factsFor(from, from.instrument.row)
  const risk = yield* Risk
  const turn = risk.turnOf?.(riskRequest(from, facts)) ?? null
  const charging = charge(from, facts, rules, mids)
  return yield* turn === null ? charging : (yield* KeyedLock).withLock(turn)(charging)
})

/** Asks risk, chooses the route and opens the first attempt. */
const charge = Effect.fnUntraced(function* (
  from: NewPayment,
  facts: RouteFacts,
  rules: ReadonlyArray<RoutingRule>,
  mids: ReadonlyArray<MidState>
) {
  const storage = yield* Storage
  const { providerTimeoutMs } = yield* EngineConfig
  const { setting, claim, instrument } = from
  const { fraction } = yield* Entropy
  const route = yield* assessRisk(from, facts, chooseRoute(rules, mids, facts, fraction()))
  const [first, ...others] = targetsOf(route, mids, yield* Providers)
  const opened =
    first === undefined
      ? openDeclined(from, route, facts, route.refusal ?? noRoute)
      : openCharge(from, route, facts, first, providerTimeoutMs)
  yield* storage.commit([...opened.changes, ...seen(from)])
  const course: Course | null =
    opened.attempt === null || first === undefined
      ? null
      : {
          rows: { ...opened.attempt, record: claim.stored, instrument },
          provider: first.provider,
          apiVersion: setting.apiVersion,
          rest: others.map((target) => ({
            provider: target.provider,
            attemptAt: (at) =>
              attemptOf(
                { ...from, setting: { ...setting, ...at } },
                opened.payment.row.id,
                route,
                facts,
                target
              )
          }))
        }
  return { payment: opened.payment, course }
})

/** What the decision was judged by: it must still stand when it is committed. */
const seen = ({ instrument }: Pick<NewPayment, "instrument">) =>
  instrument === null ? [] : [check(PaymentInstrumentCollection, instrument)]

const noRoute: PreliminaryDecline = {
  code: "no_route",
  category: "technical",
  rawCode: "no_route"
}

const currencyUnsupported = (currency: string) =>
  invalidInput({
    code: "currency_unsupported",
    param: "currency",
    message: `No merchant account settles ${currency}.`
  })

/** The saved card and the customer that the input names: the card must be theirs, and attached. */
const loadPayer = Effect.fnUntraced(function* (scope: Scope, input: CreatePayment) {
  const storage = yield* Storage
  if (input.checkoutSession !== undefined) {
    return yield* notFound("checkout_session", input.checkoutSession)
  }
  const instrument =
    input.paymentInstrument === undefined
      ? Option.none<Stored<PaymentInstrumentRecord>>()
      : yield* storage.get(scope, PaymentInstrumentCollection, input.paymentInstrument)
  if (input.paymentInstrument !== undefined && Option.isNone(instrument)) {
    return yield* notFound("payment_instrument", input.paymentInstrument)
  }
  const owner = Option.isSome(instrument) ? instrument.value.row.customer : input.customer
  const customer =
    owner === undefined
      ? Option.none<Stored<CustomerRecord>>()
      : yield* storage.get(scope, CustomerCollection, owner)
  if (owner !== undefined && Option.isNone(customer)) return yield* notFound("customer", owner)
  const payer = { instrument: Option.getOrNull(instrument), customer: Option.getOrNull(customer) }
  if (payer.instrument !== null) {
    const { id, detached } = payer.instrument.row
    if (detached) return yield* refused(new InstrumentDetached({ instrument: id }), ...seen(payer))
    if (input.customer !== undefined && input.customer !== owner) {
      const error = parameterInvalid("customer", "is not the customer of payment_instrument")
      return yield* refused(error, ...seen(payer))
    }
  }
  return payer
})

const notFound = (object: string, id: string) => refused(new ResourceNotFound({ object, id }))

const riskRequest = ({ setting, instrument }: NewPayment, facts: RouteFacts): RiskRequest => ({
  scope: setting.scope,
  facts,
  fingerprint: instrument?.row.card.fingerprint ?? null
})

/** The route as risk lets it stand: refused, there is nowhere left to go. */
const assessRisk = Effect.fnUntraced(function* (from: NewPayment, facts: RouteFacts, route: Route) {
  const risk = yield* Risk
  const verdict = yield* risk.assess(riskRequest(from, facts))
  const refusal: PreliminaryDecline | null =
    verdict._tag === "Allow"
      ? null
      : { code: "card_declined", category: "hard", rawCode: `fraud:${verdict.reason}` }
  return { ...route, targets: refusal === null ? route.targets : [], refusal }
})

const targetsOf = (
  route: Route,
  mids: ReadonlyArray<MidState>,
  providers: Providers["Service"]
): ReadonlyArray<RouteTarget> =>
  route.targets.flatMap((id) => {
    const mid = mids.find((state) => state.mid.id === id)?.mid
    const provider = mid === undefined ? Option.none() : providers.get(mid.provider)
    return mid !== undefined && Option.isSome(provider) ? [{ mid, provider: provider.value }] : []
  })
