import { type EngineError, inWireNames } from "@payloom/core"

/** The body of every error (spec 7): what went wrong, and the id to quote to support. */
export interface ErrorBody {
  readonly error: {
    readonly type: ErrorType
    readonly code: string
    readonly message: string
    readonly param?: string
    /** Of a refused confirm: whose result to read. */
    readonly checkout_session?: string
    readonly payment?: string
    readonly request_id: string
  }
}

/** The kinds of errors (spec 7). */
export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "idempotency_error"
  | "conflict_error"
  | "rate_limit_error"
  | "api_error"

/** How a refusal is told over HTTP. */
export interface ErrorResponse {
  readonly status: number
  readonly type: ErrorType
  readonly code: string
  readonly message: string
  readonly param?: string
  /** The session whose result to read, and its payment. */
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

/** Refusals that HTTP itself gives rise to. */
export const httpRefusals = {
  requestMalformed: invalid(400, "request_malformed", "This can't be read as an HTTP request."),
  requestTimeout: invalid(408, "request_timeout", "The request took too long to arrive."),
  headersTooLarge: invalid(431, "headers_too_large", "The request's headers are too large."),
  bodyMalformed: invalid(400, "body_malformed", "The body must be a JSON object in UTF-8."),
  bodyTooLarge: invalid(
    413,
    "body_too_large",
    "The body must be at most 64 KiB, that of a notification 1 MiB."
  ),
  bodyInCrumbs: invalid(400, "body_malformed", "The body comes in too many pieces."),
  originNotAllowed: {
    status: 403,
    type: "permission_error",
    code: "origin_not_allowed",
    message: "This page's origin is not among those of the account."
  } satisfies ErrorResponse,
  routeNotFound: invalid(404, "route_not_found", "There is nothing at this path."),
  methodNotAllowed: (allowed: ReadonlyArray<string>): ErrorResponse => ({
    ...invalid(405, "method_not_allowed", `This path takes ${allowed.join(", ")}.`),
    headers: { Allow: allowed.join(", ") }
  }),
  rateLimited: (retryAfterSeconds: number): ErrorResponse => ({
    status: 429,
    type: "rate_limit_error",
    code: "rate_limited",
    message: "Too many requests.",
    headers: { "Retry-After": String(retryAfterSeconds) }
  }),
  internalError: broken(500, "internal_error", "Something went wrong on our side.")
} as const

type ErrorOf<Tag extends EngineError["_tag"]> = Extract<EngineError, { readonly _tag: Tag }>

/** How each refusal of the engine is told; a new one doesn't compile until it is here. */
const engineRefusals: {
  readonly [Tag in EngineError["_tag"]]: (error: ErrorOf<Tag>) => ErrorResponse
} = {
  InvalidInput: (error) => {
    const { code, message, param } = inWireNames(error)
    return { ...invalid(422, code, message), ...(param === null ? {} : { param }) }
  },
  ResourceNotFound: ({ object, id }) =>
    invalid(404, "resource_not_found", `There is no ${object} with the id ${safeId(id)}.`),
  IdempotencyKeyMissing: () =>
    invalid(400, "idempotency_key_missing", "This operation needs an Idempotency-Key header."),
  IdempotencyKeyInvalid: () =>
    invalid(
      400,
      "idempotency_key_invalid",
      "An Idempotency-Key is sent once, and is 1 to 255 printable ASCII characters."
    ),
  ServiceVersionInvalid: () =>
    invalid(400, "service_version_invalid", "Service-Version must be a date, such as 2026-11-01."),
  ServiceVersionUnsupported: ({ offered }) =>
    invalid(
      400,
      "service_version_unsupported",
      `This Service-Version is not offered; these are: ${offered.join(", ")}.`
    ),
  ApiKeyMissing: () =>
    unauthenticated("api_key_missing", "Send the secret key as Authorization: Bearer sk_…"),
  ApiKeyInvalid: () => unauthenticated("api_key_invalid", "This API key is not valid."),
  SecretKeyRequired: () => ({
    status: 403,
    type: "permission_error",
    code: "secret_key_required",
    message: "A publishable key can't be used here; this operation takes the secret key."
  }),
  NotificationNotAuthentic: () =>
    unauthenticated("signature_invalid", "The notification does not bear a valid signature."),
  IdempotencyMismatch: () => ({
    status: 409,
    type: "idempotency_error",
    code: "idempotency_error",
    message: "This Idempotency-Key was used for a request with another body."
  }),
  IdempotencyKeyInFlight: () =>
    conflict(
      "idempotency_key_in_flight",
      "The first request with this Idempotency-Key has not been answered; " +
        "send the same request again with the same key, backing off."
    ),
  PaymentNotCapturable: ({ message }) => conflict("payment_not_capturable", message),
  PaymentNotVoidable: ({ message }) => conflict("payment_not_voidable", message),
  PaymentNotRefundable: ({ message }) => conflict("payment_not_refundable", message),
  PaymentInFlight: ({ message }) => conflict("payment_in_flight", message),
  InstrumentDetached: () =>
    conflict("instrument_detached", "This payment instrument was detached."),
  SessionTokenMissing: () =>
    unauthenticated("session_token_missing", "Send the session token as Session-Token."),
  SessionTokenInvalid: () =>
    unauthenticated("session_token_invalid", "This session token is not valid."),
  SessionAlreadySucceeded: (pointsAt) => ({
    ...conflict("session_already_succeeded", "The session was paid; read its status."),
    pointsAt
  }),
  SessionProcessing: (pointsAt) => ({
    ...conflict("session_processing", "A payment of the session is under way; read its status."),
    pointsAt
  }),
  SessionNotOpen: ({ status, ...pointsAt }) => ({
    ...conflict("session_not_open", `The session is ${status} and takes no payment.`),
    pointsAt
  }),
  TenantReferenceTaken: () =>
    conflict("tenant_reference_taken", "Another tenant has this reference."),
  EngineClosed: () =>
    broken(503, "engine_closed", "The service is shutting down; send the same request again."),
  StorageContention: () =>
    broken(503, "storage_contention", "Too many requests on one resource at once; try again."),
  StorageUnavailable: () =>
    broken(503, "storage_unavailable", "The database can't be reached at the moment."),
  ProviderUnavailable: () =>
    broken(503, "provider_unavailable", "The provider can't be reached at the moment."),
  VaultUnavailable: () =>
    broken(503, "vault_unavailable", "The card vault can't be reached at the moment.")
}

const safeId = (id: string): string => (/^[a-z]{1,12}_[0-9A-Z]{26}$/.test(id) ? id : "given")

/** How a refusal of the engine is told over HTTP. */
export const responseTo = <Tag extends EngineError["_tag"]>(error: ErrorOf<Tag>): ErrorResponse =>
  engineRefusals[error._tag as Tag](error)

/** The body that an error is sent with. */
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
