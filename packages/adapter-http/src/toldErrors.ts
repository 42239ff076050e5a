import * as core from "@payloom/core"
import { type ErrorResponse, internalError, responseTo } from "./errorResponses.ts"
import * as http from "./errors.ts"

type Refusal = core.EngineError | http.HttpError

type Samples = {
  readonly [Tag in Refusal["_tag"]]: Extract<Refusal, { readonly _tag: Tag }>
}

const refusedFor = (message: string) =>
  ({ payment: "payment_…", status: "succeeded", message }) as const

const aSession = { session: "checkout_…", payment: "payment_…" }

const aSubscription = <Status extends core.SubscriptionStatus>(status: Status) => ({
  subscription: "sub_…",
  status
})

/** One error of each kind but input errors. A new error doesn't compile until it is here. */
const samples: Omit<Samples, "InvalidInput"> = {
  IdempotencyKeyMissing: new core.IdempotencyKeyMissing({ meant: null }),
  IdempotencyKeyInvalid: new core.IdempotencyKeyInvalid({ given: "has 300 characters" }),
  ServiceVersionInvalid: new core.ServiceVersionInvalid(),
  ServiceVersionUnsupported: new core.ServiceVersionUnsupported({ offered: core.serviceVersions }),
  ApiKeyMissing: new core.ApiKeyMissing({ takes: "secret", isOtherScheme: false }),
  ApiKeyInvalid: new core.ApiKeyInvalid(),
  NotificationNotAuthentic: new core.NotificationNotAuthentic({ mid: "mid_…" }),
  SecretKeyRequired: new core.SecretKeyRequired(),
  ResourceNotFound: new core.ResourceNotFound({ object: "payment", id: "…" }),
  IdempotencyMismatch: new core.IdempotencyMismatch(),
  IdempotencyKeyInFlight: new core.IdempotencyKeyInFlight(),
  EvidenceNotTaken: new core.EvidenceNotTaken({ dispute: "dispute_…", because: "closed" }),
  PaymentNotCapturable: new core.PaymentNotCapturable(
    refusedFor("The payment is not authorized, or a capture or void of it is in flight.")
  ),
  PaymentNotVoidable: new core.PaymentNotVoidable(
    refusedFor("The payment is not authorized, or a capture or void of it is in flight.")
  ),
  PaymentNotRefundable: new core.PaymentNotRefundable(
    refusedFor("Nothing was captured, or all of it is refunded, in refund or disputed.")
  ),
  PaymentInFlight: new core.PaymentInFlight(
    refusedFor("A charge was sent already, so the payment can't be canceled.")
  ),
  PlanRetired: new core.PlanRetired({ plan: "plan_…", status: "retired" }),
  InstrumentDetached: new core.InstrumentDetached({ instrument: "card_…" }),
  CustomerErased: new core.CustomerErased({ customer: "customer_…", param: "customer" }),
  CustomerInUse: new core.CustomerInUse({
    customer: "customer_…",
    object: "subscription",
    id: "sub_…"
  }),
  InstrumentInUse: new core.InstrumentInUse({ instrument: "card_…", subscription: "sub_…" }),
  PlanMigrationUnavailable: new core.PlanMigrationUnavailable({ param: "plan" }),
  PortalActionNotAllowed: new core.PortalActionNotAllowed({
    session: "portal_…",
    permission: "pause"
  }),
  PauseBehaviorUnsupported: new core.PauseBehaviorUnsupported({ subscription: "sub_…" }),
  SubscriptionNotPaused: new core.SubscriptionNotPaused(aSubscription("active")),
  SubscriptionNotPastDue: new core.SubscriptionNotPastDue(aSubscription("active")),
  SubscriptionNotPausable: new core.SubscriptionNotPausable(aSubscription("paused")),
  SubscriptionUnpaid: new core.SubscriptionUnpaid({ subscription: "sub_…" }),
  SubscriptionEnded: new core.SubscriptionEnded(aSubscription("canceled")),
  SessionTokenMissing: new core.SessionTokenMissing(),
  SessionTokenInvalid: new core.SessionTokenInvalid({}),
  SessionAlreadySucceeded: new core.SessionAlreadySucceeded(aSession),
  SessionProcessing: new core.SessionProcessing(aSession),
  SessionNotOpen: new core.SessionNotOpen({ ...aSession, status: "expired" }),
  SecretShownOnce: new core.SecretShownOnce({ object: "api_key", id: "key_…" }),
  TenantReferenceTaken: new core.TenantReferenceTaken({ reference: "…" }),
  HostWriteFailed: new core.HostWriteFailed({ cause: "…" }),
  TransactionsNotShared: new core.TransactionsNotShared(),
  EngineClosed: new core.EngineClosed(),
  StorageContention: new core.StorageContention({ collection: "payments" }),
  StorageUnavailable: new core.StorageUnavailable({ cause: "…" }),
  ProviderUnavailable: new core.ProviderUnavailable({ provider: "…", timeoutMs: 30_000 }),
  VaultUnavailable: new core.VaultUnavailable({ cause: "…" }),
  RequestMalformed: new http.RequestMalformed(),
  RequestTimeout: new http.RequestTimeout(),
  HeadersTooLarge: new http.HeadersTooLarge(),
  BodyMalformed: new http.BodyMalformed({ problem: { _tag: "NotJson", at: null, hint: null } }),
  BodyTooLarge: new http.BodyTooLarge(),
  BodyInCrumbs: new http.BodyInCrumbs(),
  OriginNotAllowed: new http.OriginNotAllowed(),
  RouteNotFound: new http.RouteNotFound({ meant: null, isPrefixed: false }),
  MethodNotAllowed: new http.MethodNotAllowed({ method: "PUT", allowed: ["GET", "POST"] }),
  RateLimited: new http.RateLimited({ retryAfterSeconds: 1 })
}

/** The meaning of each code of an input error. */
const inputMeanings: Readonly<Record<core.InputCode, string>> = {
  parameter_invalid: "A parameter has an invalid value.",
  parameter_missing: "A required parameter is missing.",
  parameter_unknown: "The body has a field that the operation doesn't have.",
  amount_invalid_format: "An amount is not a string of digits in minor units.",
  amount_too_large: "An amount is more than can be captured, refunded or stored.",
  currency_unsupported: "No merchant account supports the currency.",
  card_number_not_allowed: "A field contains a text that looks like a card number."
}

/** An error's HTTP response, and its tag in the library. The tag is null if it has none. */
export interface ToldError {
  readonly tag: string | null
  readonly response: ErrorResponse
}

const told = (error: Refusal): ToldError => ({ tag: error._tag, response: responseTo(error) })

const inputRefusals = core.InputCode.literals.map((code) =>
  told(core.invalidInput([{ code, param: null, message: inputMeanings[code] }]))
)

/** Every error that a request can be answered with, one of each kind. */
export const toldErrors: ReadonlyArray<ToldError> = [
  ...Object.values(samples).map(told),
  ...inputRefusals,
  { tag: null, response: internalError }
]
