import { Effect, Result } from "effect"
import { getTemplate, TemplateCollection } from "../../branding/BrandingTemplate.ts"
import { CustomerCollection } from "../../customers/Customer.ts"
import { getCustomer } from "../../customers/retrieveCustomer.ts"
import { type Answer, fresh, replayed } from "../../idempotency/Answer.ts"
import { type Claim, claimKey, orRefused, refused } from "../../idempotency/claimKey.ts"
import type { Moment } from "../../ids/Moment.ts"
import { type Checked, inputChecker } from "../../input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../input/InvalidInput.ts"
import { schedule } from "../../jobs/schedule.ts"
import { Underway } from "../../jobs/Underway.ts"
import { amountTooFine, currencyUnsupported, loadRoutes } from "../../routing/loadRoutes.ts"
import { check, insert } from "../../storage/Change.ts"
import type { Scope } from "../../storage/Scope.ts"
import { Storage } from "../../storage/Storage.ts"
import { accountSettings } from "../../tenants/accountSettings.ts"
import { authenticate } from "../../tenants/apiKeys.ts"
import type { Caller, MutationOptions } from "../../tenants/Caller.ts"
import { TenantCollection } from "../../tenants/Tenant.ts"
import { dayMs, minuteMs } from "../../values/durations.ts"
import { EngineConfig } from "../../values/EngineOptions.ts"
import type { Millis } from "../../values/Timestamp.ts"
import { originOf, spelledOut } from "../../values/WebUrl.ts"
import { availableMethods } from "./availableMethods.ts"
import {
  type CheckoutSession,
  CheckoutSessionCollection,
  type CheckoutSessionRecord,
  checkoutSessionCodec,
  toCheckoutSession
} from "./CheckoutSession.ts"
import { CreateCheckoutSession, defaultLocale } from "./createCheckoutSessionInput.ts"
import { newSessionToken } from "./SessionToken.ts"

const checkInput = inputChecker(CreateCheckoutSession)

/**
 * Operation 9 (spec 4.4): makes the session that a payer pays in. Its token, and the address of the
 * hosted page, are shown in this answer and never again: a replay comes without them.
 */
export const createCheckoutSession = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreateCheckoutSession,
  options: MutationOptions
) {
  const underway = yield* Underway
  const { hostedPage } = yield* EngineConfig
  const given = yield* Effect.fromResult(checkInput(input))
  yield* Effect.fromResult(fitsDeployment(given, caller.scope, hostedPage))
  const claimed = yield* underway.finish(
    claimKey(
      { ...caller, endpoint: "createCheckoutSession", options, input: given },
      (claim, moment) => begin(caller.scope, given, hostedPage, claim, moment)
    )
  )
  return claimed._tag === "Replayed" ? replayed(checkoutSessionCodec, claimed.body) : claimed.value
})

/** What needs no look at the account: whether the hosted page is there, and addresses are safe. */
const fitsDeployment = (
  input: Checked<typeof CreateCheckoutSession>,
  { mode }: Scope,
  hostedPage: string | null
): Result.Result<void, InvalidInput> => {
  if (input.publishableKey !== undefined && hostedPage === null) {
    return Result.fail(parameterInvalid("publishableKey", "is of no use without a hosted page"))
  }
  const insecure = addressesOf(input).find(
    ({ url }) => mode === "live" && !spelledOut(url).startsWith("https:")
  )
  return insecure === undefined
    ? Result.void
    : Result.fail(parameterInvalid(insecure.param, "must be https in live mode"))
}

const addressesOf = ({ successUrl, cancelUrl }: Checked<typeof CreateCheckoutSession>) => [
  ...(successUrl === undefined ? [] : [{ param: "successUrl", url: successUrl }]),
  ...(cancelUrl === undefined ? [] : [{ param: "cancelUrl", url: cancelUrl }])
]

const begin = Effect.fnUntraced(function* (
  scope: Scope,
  input: Checked<typeof CreateCheckoutSession>,
  hostedPage: string | null,
  claim: Claim,
  moment: Moment
) {
  const storage = yield* Storage
  const account = yield* accountSettings(scope)
  const { settings } = account.row
  const seen = [check(TenantCollection, account), ...(yield* customerSeen(scope, input))]
  const refusal =
    foreignOrigin(input, settings.returnOrigins) ?? badExpiry(input.expiresAt, moment.now)
  if (refusal !== null) return yield* refused(refusal, ...seen)
  yield* ownPublishableKey(scope, input.publishableKey)
  yield* publishedTemplate(scope, input.template)
  const { token, tokenHash } = yield* newSessionToken
  const currency = input.currency ?? settings.defaultCurrency
  const { mids } = yield* loadRoutes(scope, moment.now)
  if (!mids.some(({ mid }) => mid.currencies.includes(currency))) {
    return yield* refused(currencyUnsupported(currency), ...seen)
  }
  const tooFine = amountTooFine(mids, { amount: input.amount ?? 0n, currency })
  if (tooFine !== null) return yield* refused(tooFine, ...seen)
  const session = newSession({ ...input, currency }, tokenHash, moment)
  const methods = yield* availableMethods(scope, session, moment.now)
  const resource = toCheckoutSession(session, methods)
  yield* storage.commit([
    ...claim.answered(checkoutSessionCodec.toBody(resource)),
    insert(scope, CheckoutSessionCollection, session),
    schedule({ ...moment, scope }, "expire_session", session.id, session.expiresAt),
    ...seen
  ])
  const shownOnce: CheckoutSession = {
    ...resource,
    sessionToken: token,
    ...(input.publishableKey === undefined || hostedPage === null
      ? {}
      : { url: addressOf(hostedPage, session.id, token, input.publishableKey) })
  }
  return fresh(checkoutSessionCodec, shownOnce) satisfies Answer<CheckoutSession>
})

/** Token and key stand in the fragment, which no browser sends to any server. */
const addressOf = (hostedPage: string, id: string, token: string, publishableKey: string) =>
  `${hostedPage.replace(/\/$/, "")}/pay/${id}#token=${token}&key=${publishableKey}`

const customerSeen = Effect.fnUntraced(function* (
  scope: Scope,
  input: Checked<typeof CreateCheckoutSession>
) {
  if (input.customer === undefined) return []
  return [check(CustomerCollection, yield* orRefused(getCustomer(scope, input.customer)))]
})

const publishedTemplate = Effect.fnUntraced(function* (scope: Scope, id: string | undefined) {
  if (id === undefined) return
  const template = yield* orRefused(getTemplate(scope, id))
  if (template.row.published !== null) return
  return yield* refused(
    parameterInvalid("template", "was never published"),
    check(TemplateCollection, template)
  )
})

const foreignOrigin = (
  input: Checked<typeof CreateCheckoutSession>,
  allowed: ReadonlyArray<string>
): InvalidInput | null => {
  const foreign = addressesOf(input).find(({ url }) => !allowed.includes(originOf(url)))
  return foreign === undefined
    ? null
    : parameterInvalid(
        foreign.param,
        "has an origin that is not among the account's return origins"
      )
}

const badExpiry = (expiresAt: Millis | undefined, now: Millis): InvalidInput | null =>
  expiresAt === undefined || (expiresAt >= now + shortestLifeMs && expiresAt <= now + longestLifeMs)
    ? null
    : parameterInvalid("expiresAt", "must be from 5 minutes to 30 days ahead")

const shortestLifeMs = 5 * minuteMs
const longestLifeMs = 30 * dayMs

const ownPublishableKey = Effect.fnUntraced(function* (scope: Scope, key: string | undefined) {
  if (key === undefined) return
  const refusal = refused(parameterInvalid("publishableKey", "is not a key of this account"))
  const owner = yield* Effect.catchTag(authenticate(key), "ApiKeyInvalid", () =>
    Effect.fail(refusal)
  )
  const isOwn = owner.scope.tenant === scope.tenant && owner.scope.mode === scope.mode
  if (!isOwn || owner.kind !== "publishable") return yield* refusal
})

const newSession = (
  input: Checked<typeof CreateCheckoutSession> & Pick<CheckoutSessionRecord, "currency">,
  tokenHash: string,
  { now, id }: Moment
): CheckoutSessionRecord => ({
  id: id("checkout"),
  mode: input.mode ?? "payment",
  status: "created",
  amount: input.amount ?? 0n,
  currency: input.currency,
  allowedMethods: [...new Set(input.allowedMethods ?? [])],
  payment: null,
  interval: input.interval ?? null,
  description: input.description ?? null,
  lineItems: input.lineItems ?? [],
  customer: input.customer ?? null,
  template: input.template ?? null,
  locale: input.locale ?? defaultLocale,
  country: input.country?.toUpperCase() ?? null,
  tokenHash,
  successUrl: input.successUrl === undefined ? null : spelledOut(input.successUrl),
  cancelUrl: input.cancelUrl === undefined ? null : spelledOut(input.cancelUrl),
  storedCredential: input.storedCredential ?? null,
  card: null,
  instrument: null,
  threeDs: null,
  declines: 0,
  expiresAt: input.expiresAt ?? now + dayMs,
  endedAt: null,
  metadata: input.metadata ?? {},
  created: now
})
