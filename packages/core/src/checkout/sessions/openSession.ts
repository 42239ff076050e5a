import { Effect, type Result } from "effect"
import { CustomerCollection } from "../../cards/customers/Customer.ts"
import { namedCustomer } from "../../cards/customers/retrieveCustomer.ts"
import { EngineConfig } from "../../kernel/EngineOptions.ts"
import type { Moment } from "../../kernel/ids/Moment.ts"
import type { Checked } from "../../kernel/input/decodeInput.ts"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { countryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import { dayMs, minuteMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { refusedTime } from "../../kernel/primitives/Timestamp.ts"
import { spelledOut } from "../../kernel/primitives/WebUrl.ts"
import type { Answer } from "../../platform/idempotency/Answer.ts"
import { type Claim, refused } from "../../platform/idempotency/claimKey.ts"
import { scheduleJob } from "../../platform/jobs/scheduleJob.ts"
import { type Change, check, insert } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { accountSettings } from "../../platform/tenants/accountSettings.ts"
import { type Tenant, TenantCollection } from "../../platform/tenants/Tenant.ts"
import { routingTable } from "../../routing/changeTable.ts"
import {
  amountTooFine,
  currencyUnsupported,
  type Routes,
  routesOf
} from "../../routing/loadRoutes.ts"
import type { RoutingTable } from "../../routing/RoutingRule.ts"
import { availableMethods } from "./availableMethods.ts"
import {
  type CheckoutSession,
  CheckoutSessionCollection,
  type CheckoutSessionRecord,
  checkoutSessionCodec,
  toCheckoutSession
} from "./CheckoutSession.ts"
import { type CreateCheckoutSession, defaultLocale } from "./createCheckoutSessionInput.ts"
import {
  fitsHostedPage,
  foreignAddress,
  type GivenAddress,
  hostedAddress,
  ownPublishableKey,
  publishedTemplate
} from "./pageChecks.ts"
import { newSessionToken } from "./SessionToken.ts"

/** The parts of the input that describe a session's page. */
type SessionPage = Pick<
  Checked<typeof CreateCheckoutSession>,
  | "publishableKey"
  | "successUrl"
  | "cancelUrl"
  | "template"
  | "locale"
  | "country"
  | "expiresAt"
  | "metadata"
>

/** The amount that a session's payer pays, and its purpose. */
export interface SessionPurpose
  extends Pick<
    CheckoutSessionRecord,
    | "mode"
    | "amount"
    | "currency"
    | "interval"
    | "plan"
    | "terms"
    | "recovers"
    | "description"
    | "lineItems"
    | "customer"
    | "allowedMethods"
    | "storedCredential"
    | "savesCard"
    | "captureMethod"
    | "authorization"
    | "splits"
    | "orderDetails"
  > {}

/** Checks that don't need the account: the hosted page exists, and the addresses are secure. */
export const fitsDeployment = (
  input: SessionPage,
  scope: Scope,
  hostedPage: string | null
): Result.Result<void, InvalidInput> =>
  fitsHostedPage(input.publishableKey, addressesOf(input), scope, hostedPage)

const addressesOf = ({ successUrl, cancelUrl }: SessionPage): ReadonlyArray<GivenAddress> => [
  ...(successUrl === undefined ? [] : [{ param: "successUrl", url: successUrl }]),
  ...(cancelUrl === undefined ? [] : [{ param: "cancelUrl", url: cancelUrl }])
]

/** The reads of `openSession`, for the lookup of the idempotency key. */
export const sessionReads = (scope: Scope) => [accountSettings(scope), routingTable(scope)] as const

/** The input of `openSession`. */
interface SessionToOpen {
  readonly scope: Scope
  /** The tenant on whose settings the purpose was decided. */
  readonly account: Stored<Tenant>
  readonly table: RoutingTable
  readonly page: SessionPage
  readonly purpose: SessionPurpose
  /** Checks on the other rows on which the purpose was decided. */
  readonly seen: ReadonlyArray<Change>
}

/** Creates a session in the operation's first commit. Only this answer has its token. */
export const openSession = Effect.fnUntraced(function* (
  { scope, account, table, page, purpose, seen: judgedBy }: SessionToOpen,
  claim: Claim,
  moment: Moment
) {
  const { hostedPage } = yield* EngineConfig
  const { settings } = account.row
  const seen = [check(TenantCollection, account), ...judgedBy]
  if (purpose.customer !== null) {
    seen.push(check(CustomerCollection, yield* namedCustomer(scope, purpose.customer)))
  }
  const refusal =
    foreignAddress(addressesOf(page), settings.returnOrigins) ??
    badExpiry(page.expiresAt, moment.now)
  if (refusal !== null) return yield* refused(refusal, ...seen)
  if (page.publishableKey !== undefined) yield* ownPublishableKey(scope, page.publishableKey)
  if (page.template !== undefined) yield* publishedTemplate(scope, page.template)
  const { token, tokenHash } = yield* newSessionToken
  const routes = yield* routesOf(scope, table, moment.now)
  const { mids } = routes
  const { currency } = purpose
  if (!mids.some(({ mid }) => mid.currencies.includes(currency))) {
    return yield* refused(currencyUnsupported(currency, mids), ...seen)
  }
  const tooFine = amountTooFine(mids, purpose)
  if (tooFine !== null) return yield* refused(tooFine, ...seen)
  const session = newSession(page, purpose, tokenHash, moment)
  const methods = yield* availableMethods(scope, session, routes)
  if (methods.length === 0 && (yield* isOnlyPaidAtOnce(scope, session, routes))) {
    return yield* refused(notHeld(session), ...seen)
  }
  const resource = toCheckoutSession(session, methods)
  const stored = checkoutSessionCodec.encode(resource)
  const storage = yield* Storage
  yield* storage.commit([
    ...claim.answered(JSON.stringify(stored)),
    insert(scope, CheckoutSessionCollection, session),
    scheduleJob({ ...moment, scope }, "expire_session", session.id, session.expiresAt),
    ...seen
  ])
  const url =
    page.publishableKey === undefined || hostedPage === null
      ? {}
      : { url: hostedAddress(hostedPage, `pay/${session.id}`, token, page.publishableKey) }
  return {
    value: { ...resource, sessionToken: token, ...url },
    body: JSON.stringify({ ...Object(stored), session_token: token, ...url }),
    replayed: false
  } satisfies Answer<CheckoutSession>
})

/** Returns true if the session has no method because none of its methods can be held. */
const isOnlyPaidAtOnce = Effect.fnUntraced(function* (
  scope: Scope,
  { captureMethod, ...session }: CheckoutSessionRecord,
  routes: Routes
) {
  if (captureMethod !== "manual") return false
  return (yield* availableMethods(scope, session, routes)).length > 0
})

const notHeld = ({ allowedMethods }: CheckoutSessionRecord): InvalidInput =>
  parameterInvalid(
    "captureMethod",
    "can't be manual: no merchant account can hold money by " +
      (allowedMethods.length === 0 ? "any method" : allowedMethods.join(", "))
  )

const badExpiry = (expiresAt: Millis | undefined, now: Millis): InvalidInput | null =>
  expiresAt === undefined || (expiresAt >= now + shortestLifeMs && expiresAt <= now + longestLifeMs)
    ? null
    : parameterInvalid(
        "expiresAt",
        `must be from 5 minutes to 30 days ahead, but is ${refusedTime(expiresAt)}`
      )

const shortestLifeMs = 5 * minuteMs
const longestLifeMs = 30 * dayMs

const newSession = (
  page: SessionPage,
  purpose: SessionPurpose,
  tokenHash: string,
  { now, id }: Moment
): CheckoutSessionRecord => ({
  id: id("checkout"),
  status: "created",
  ...purpose,
  payment: null,
  template: page.template ?? null,
  locale: page.locale ?? defaultLocale,
  country: page.country === undefined ? null : countryInCapitals(page.country),
  tokenHash,
  successUrl: page.successUrl === undefined ? null : spelledOut(page.successUrl),
  cancelUrl: page.cancelUrl === undefined ? null : spelledOut(page.cancelUrl),
  card: null,
  instrument: null,
  threeDs: null,
  declines: 0,
  expiresAt: page.expiresAt ?? now + dayMs,
  endedAt: null,
  metadata: page.metadata ?? {},
  created: now
})
