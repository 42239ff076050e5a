import {
  type EngineError,
  idHint,
  inWireNames,
  type ModuleErrorAnswer,
  moduleErrorAnswer
} from "@payloom/core"
import type { HttpError } from "./errors.ts"

/** The body of every error: a type, a code, a message for people, and an id to quote to support. */
export interface ErrorBody {
  readonly error: {
    readonly type: ErrorType
    readonly code: string
    readonly message: string
    readonly param?: string
    /** Only in errors of a payer's confirm: the session and the payment whose status to read. */
    readonly checkout_session?: string
    readonly payment?: string
    readonly request_id: string
  }
}

/** The types of errors. */
export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "idempotency_error"
  | "conflict_error"
  | "rate_limit_error"
  | "api_error"

/** The answer to a refused request. */
export interface ErrorResponse {
  readonly status: number
  readonly type: ErrorType
  readonly code: string
  readonly message: string
  readonly param?: string
  /** The session whose status to read, and its payment. */
  readonly pointsAt?: { readonly session: string; readonly payment: string | null }
  readonly headers?: Readonly<Record<string, string>>
}

const invalid = (status: number, code: string, message: string): ErrorResponse => ({
  status,
  type: "invalid_request_error",
  code,
  message
})

const unauthenticated = (code: string, message: string): ErrorResponse => ({
  status: 401,
  type: "authentication_error",
  code,
  message
})

const forbidden = (code: string, message: string): ErrorResponse => ({
  ...invalid(403, code, message),
  type: "permission_error"
})

const conflict = (code: string, message: string): ErrorResponse => ({
  status: 409,
  type: "conflict_error",
  code,
  message
})

const broken = (status: 500 | 503, code: string, message: string): ErrorResponse => ({
  status,
  type: "api_error",
  code,
  message
})

const busy = (code: string, message: string): ErrorResponse =>
  Object.assign(broken(503, code, message), { headers: { "Retry-After": "1" } })

const unreachable = (code: string, what: string): ErrorResponse =>
  broken(503, code, `The ${what} can't be reached at the moment: send the same request again.`)

/** The answer to an unexpected failure. */
export const internalError = broken(
  500,
  "internal_error",
  "Something went wrong on our side: quote the request_id to the operator."
)

type Refusal = EngineError | HttpError

type RefusalOf<Tag extends Refusal["_tag"]> = Extract<Refusal, { readonly _tag: Tag }>

/** The answer to each refusal. A new error doesn't compile until it is here. */
const responses: {
  readonly [Tag in Refusal["_tag"]]: (error: RefusalOf<Tag>) => ErrorResponse
} = {
  RequestMalformed: ({ message }) => invalid(400, "request_malformed", message),
  RequestTimeout: ({ message }) => invalid(408, "request_timeout", message),
  HeadersTooLarge: ({ message }) => invalid(431, "headers_too_large", message),
  BodyMalformed: ({ message }) => invalid(400, "body_malformed", message),
  BodyTooLarge: ({ message }) => invalid(413, "body_too_large", message),
  BodyInCrumbs: ({ message }) => invalid(400, "body_malformed", message),
  OriginNotAllowed: ({ message }) => forbidden("origin_not_allowed", message),
  RouteNotFound: ({ message }) => invalid(404, "route_not_found", message),
  MethodNotAllowed: ({ message, allowed }) => ({
    ...invalid(405, "method_not_allowed", message),
    headers: { Allow: allowed.join(", ") }
  }),
  RateLimited: ({ message, retryAfterSeconds }) => ({
    status: 429,
    type: "rate_limit_error",
    code: "rate_limited",
    message,
    headers: { "Retry-After": String(retryAfterSeconds) }
  }),
  InvalidInput: (error) => {
    const { code, message, param } = inWireNames(error)
    return { ...invalid(422, code, message), ...(param === null ? {} : { param }) }
  },
  ResourceNotFound: ({ object, id, param }) => ({
    ...invalid(
      404,
      "resource_not_found",
      `There is no ${object.replaceAll("_", " ")} with the id ${safeId(id)} in this account and ` +
        `mode: ${idHint(object, id) ?? "check the id, and the account and mode of the API key"}.`
    ),
    ...(param === undefined ? {} : { param })
  }),
  IdempotencyKeyMissing: () =>
    invalid(
      400,
      "idempotency_key_missing",
      "The Idempotency-Key header is missing: send one such as Idempotency-Key: order-1, " +
        "and the same key when you send the request again."
    ),
  IdempotencyKeyInvalid: ({ given }) =>
    invalid(
      400,
      "idempotency_key_invalid",
      "The Idempotency-Key header must be sent once and have 1 to 255 printable ASCII " +
        `characters, such as order-1, but it ${given}.`
    ),
  ServiceVersionInvalid: () =>
    invalid(400, "service_version_invalid", "Service-Version must be a date, such as 2026-11-01."),
  ServiceVersionUnsupported: ({ offered }) =>
    invalid(
      400,
      "service_version_unsupported",
      `This Service-Version is not offered. These are: ${offered.join(", ")}.`
    ),
  ApiKeyMissing: ({ takes, isOtherScheme }) => {
    const header = `Authorization: Bearer ${takes === "secret" ? "sk" : "pk"}_…`
    return unauthenticated(
      "api_key_missing",
      isOtherScheme
        ? `The Authorization header contains no API key: send the ${takes} key as ${header}`
        : `The API key is missing: send the ${takes} key as ${header}`
    )
  },
  ApiKeyInvalid: () =>
    unauthenticated(
      "api_key_invalid",
      "The API key in the Authorization header is malformed, unknown, revoked or of another kind:" +
        " send the whole key of this deployment, pk_… to the paths of payers and sk_… to all others"
    ),
  SecretKeyRequired: () =>
    forbidden(
      "secret_key_required",
      "A publishable key can't be used here: this operation takes the secret key, sk_…"
    ),
  PortalActionNotAllowed: ({ message }) => forbidden("portal_action_not_allowed", message),
  NotificationNotAuthentic: () =>
    unauthenticated(
      "signature_invalid",
      "The notification has no valid signature: check that any merchant account in the path is " +
        "right, that both sides have the same signing secret, and that the body arrives unchanged."
    ),
  IdempotencyMismatch: () => ({
    status: 409,
    type: "idempotency_error",
    code: "idempotency_error",
    message:
      "This Idempotency-Key was used for a request with another body: send that request again, " +
      "or use another key for this one."
  }),
  IdempotencyKeyInFlight: () =>
    conflict(
      "idempotency_key_in_flight",
      "The first request with this Idempotency-Key has not been answered: send the same request " +
        "again with the same key, with growing waits, or with a new key if the first was refused."
    ),
  EvidenceNotTaken: ({ message }) => conflict("evidence_not_taken", message),
  PaymentNotCapturable: ({ message }) => conflict("payment_not_capturable", message),
  PaymentNotVoidable: ({ message }) => conflict("payment_not_voidable", message),
  PaymentNotRefundable: ({ message }) => conflict("payment_not_refundable", message),
  PaymentInFlight: ({ message }) => conflict("payment_in_flight", message),
  PlanRetired: ({ message }) => conflict("plan_retired", message),
  InstrumentDetached: () =>
    conflict(
      "instrument_detached",
      "This payment instrument was detached: charge another, or have the payer save the card again."
    ),
  CustomerErased: ({ message, param }) => ({ ...conflict("customer_erased", message), param }),
  CustomerInUse: ({ message }) => conflict("customer_in_use", message),
  InstrumentInUse: ({ message }) => conflict("instrument_in_use", message),
  PlanMigrationUnavailable: ({ message, param }) => ({
    ...invalid(422, "plan_migration_unavailable", message),
    param: param === "plan" ? param : "proration_behavior"
  }),
  PauseBehaviorUnsupported: ({ message }) => invalid(422, "pause_behavior_unsupported", message),
  SubscriptionNotPaused: ({ message }) => conflict("subscription_not_paused", message),
  SubscriptionNotPastDue: ({ message }) => conflict("subscription_not_past_due", message),
  SubscriptionNotPausable: ({ message }) => conflict("subscription_not_pausable", message),
  SubscriptionUnpaid: ({ message }) => conflict("subscription_unpaid", message),
  SubscriptionEnded: ({ message }) => conflict("subscription_ended", message),
  SessionTokenMissing: () =>
    unauthenticated(
      "session_token_missing",
      "The session token is missing: send the token from the session's creation in the " +
        "Session-Token header."
    ),
  SessionTokenInvalid: () =>
    unauthenticated(
      "session_token_invalid",
      "The session token is unknown in this account, or its session has ended: send the complete " +
        "token from the session's answer, or create another session."
    ),
  SessionAlreadySucceeded: (pointsAt) => ({
    ...conflict("session_already_succeeded", "The session was paid: read its status."),
    pointsAt
  }),
  SessionProcessing: (pointsAt) => ({
    ...conflict("session_processing", "A payment of the session is in progress: read its status."),
    pointsAt
  }),
  SessionNotOpen: ({ status, ...pointsAt }) => ({
    ...conflict(
      "session_not_open",
      `The session is ${status} and can't be paid: create another session.`
    ),
    pointsAt
  }),
  SecretShownOnce: ({ message }) => conflict("secret_shown_once", message),
  TenantReferenceTaken: () =>
    conflict("tenant_reference_taken", "Another tenant has this reference: choose another."),
  // Both happen only in calls within the process, not over HTTP.
  HostWriteFailed: () => internalError,
  TransactionsNotShared: () => internalError,
  EngineClosed: () =>
    broken(503, "engine_closed", "The service is shutting down: send the same request again."),
  StorageContention: () =>
    busy(
      "storage_contention",
      "Too many requests change one resource at once: send the same request again."
    ),
  StorageUnavailable: ({ isFull = false }) => {
    const fault = isFull ? "has no space left" : "can't be reached"
    const message = `The database ${fault} at the moment: send the same request again.`
    return busy("storage_unavailable", message)
  },
  ProviderUnavailable: () => unreachable("provider_unavailable", "provider"),
  VaultUnavailable: () => unreachable("vault_unavailable", "card vault")
}

const safeId = (id: string): string => (/^[a-z]{1,12}_[0-9A-Z]{26}$/.test(id) ? id : "given")

/** Returns the answer to a refused request. */
export const responseTo = <Tag extends Refusal["_tag"]>(error: RefusalOf<Tag>): ErrorResponse => {
  const ofModule = moduleErrorAnswer(error)
  return ofModule === null ? responses[error._tag as Tag](error) : moduleResponse(error, ofModule)
}

/** Returns the answer to an error of a module. */
const moduleResponse = ({ message }: Error, { status, code }: ModuleErrorAnswer): ErrorResponse => {
  if (status === 409) return conflict(code, message)
  return status === 403 ? forbidden(code, message) : invalid(status, code, message)
}

/** Returns the body of an error's answer. */
export const errorBody = (
  { type, code, message, param, pointsAt }: ErrorResponse,
  requestId: string
): ErrorBody => ({
  error: {
    type,
    code,
    message,
    ...(param === undefined ? {} : { param }),
    ...(pointsAt === undefined ? {} : { checkout_session: pointsAt.session }),
    ...(pointsAt?.payment == null ? {} : { payment: pointsAt.payment }),
    request_id: requestId
  }
})
