import { Effect } from "effect"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { namedCustomer } from "../../cards/customers/retrieveCustomer.ts"
import {
  fitsHostedPage,
  foreignAddress,
  hostedAddress,
  ownPublishableKey,
  publishedTemplate
} from "../../checkout/sessions/pageChecks.ts"
import { newSessionToken } from "../../checkout/sessions/SessionToken.ts"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import { type Checked, inputChecker } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { hourMs, minuteMs } from "../../kernel/primitives/durations.ts"
import { type Millis, refusedTime } from "../../kernel/primitives/Timestamp.ts"
import { spelledOut } from "../../kernel/primitives/WebUrl.ts"
import { fresh, replayed } from "../../platform/idempotency/Answer.ts"
import { type Claim, claimKey, refused } from "../../platform/idempotency/claimKey.ts"
import { check, insert } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import type { Caller, MutationOptions } from "../../platform/tenants/Caller.ts"
import { TenantCollection } from "../../platform/tenants/Tenant.ts"
import {
  type PortalSession,
  PortalSessionCollection,
  type PortalSessionRecord,
  portalSessionCodec,
  toPortalSession
} from "./PortalSession.ts"
import { CreatePortalSession, defaultPermissions } from "./portalSessionInput.ts"

const checkInput = inputChecker(CreatePortalSession)

/**
 * Creates a portal session for a customer. Only this answer has the session's token and the address
 * of the hosted page. A replay of the answer comes without them.
 */
export const createPortalSession = Effect.fnUntraced(function* (
  caller: Caller,
  input: CreatePortalSession,
  options: MutationOptions
) {
  const { hostedPage } = yield* EngineConfig
  const given = yield* Effect.fromResult(checkInput(input))
  const { scope } = caller
  const fits = fitsHostedPage(given.publishableKey, addressesOf(given), scope, hostedPage)
  yield* Effect.fromResult(fits)
  const claimed = yield* claimKey(
    { ...caller, endpoint: "createPortalSession", options, input: given },
    (claim, moment) => begin(scope, given, claim, moment)
  )
  return claimed._tag === "Replayed" ? replayed(portalSessionCodec, claimed.body) : claimed.value
})

type Given = Checked<typeof CreatePortalSession>

const addressesOf = ({ returnUrl }: Given) =>
  returnUrl === undefined ? [] : [{ param: "returnUrl", url: returnUrl }]

const begin = Effect.fnUntraced(function* (
  scope: Scope,
  given: Given,
  claim: Claim,
  moment: Moment
) {
  const storage = yield* Storage
  const { hostedPage } = yield* EngineConfig
  const account = yield* accountSettings(scope)
  const customer = yield* namedCustomer(scope, given.customer)
  const seen = [check(TenantCollection, account), check(CustomerCollection, customer)]
  const refusal =
    foreignAddress(addressesOf(given), account.row.settings.returnOrigins) ??
    badExpiry(given.expiresAt, moment.now)
  if (refusal !== null) return yield* refused(refusal, ...seen)
  if (given.publishableKey !== undefined) yield* ownPublishableKey(scope, given.publishableKey)
  if (given.template !== undefined) yield* publishedTemplate(scope, given.template)
  const { token, tokenHash } = yield* newSessionToken
  const session = newSession(given, tokenHash, moment)
  const resource = toPortalSession(session, { now: moment.now, isErased: false })
  yield* storage.commit([
    ...claim.answered(portalSessionCodec.toBody(resource)),
    insert(scope, PortalSessionCollection, session),
    ...seen
  ])
  const { publishableKey } = given
  const path = `manage/${session.id}`
  const shownOnce: PortalSession = {
    ...resource,
    sessionToken: token,
    ...(publishableKey === undefined || hostedPage === null
      ? {}
      : { url: hostedAddress(hostedPage, path, token, publishableKey) })
  }
  return fresh(portalSessionCodec, shownOnce)
})

const badExpiry = (expiresAt: Millis | undefined, now: Millis): InvalidInput | null =>
  expiresAt === undefined || (expiresAt >= now + shortestLifeMs && expiresAt <= now + longestLifeMs)
    ? null
    : parameterInvalid(
        "expiresAt",
        `must be from 5 minutes to 24 hours ahead, but is ${refusedTime(expiresAt)}`
      )

const shortestLifeMs = 5 * minuteMs
const longestLifeMs = 24 * hourMs
const usualLifeMs = hourMs

const newSession = (given: Given, tokenHash: string, { now, id }: Moment): PortalSessionRecord => ({
  id: id("portal"),
  customer: given.customer,
  allow: [...new Set(given.allow ?? defaultPermissions)],
  returnUrl: given.returnUrl === undefined ? null : spelledOut(given.returnUrl),
  template: given.template ?? null,
  locale: given.locale ?? null,
  tokenHash,
  expiresAt: given.expiresAt ?? now + usualLifeMs,
  revokedAt: null,
  created: now
})
