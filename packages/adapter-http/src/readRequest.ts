import {
  ApiKeyMissing,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  type InvalidInput,
  idempotencyKeyInvalid,
  inputDecoder,
  isIdempotencyKey,
  parameterInvalid,
  type QueryShape,
  type Scope,
  SecretKeyRequired,
  type Services,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  serviceVersions
} from "@payloom/core"
import { Effect, Result, type Schema } from "effect"

/** Authenticates a merchant by the request's secret key. Returns the merchant and the key's id. */
export const authenticateMerchant = ({ tenants }: Services, headers: Headers) => {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")
  if (bearer?.[1] === undefined) return Effect.fail(apiKeyMissing("secret", headers))
  return Effect.flatMap(tenants.authenticate(bearer[1]), (identity) =>
    identity.kind === "secret" ? Effect.succeed(identity) : Effect.fail(new SecretKeyRequired())
  )
}

/** Returns the error of a request without a Bearer token. */
export const apiKeyMissing = (takes: "secret" | "publishable", headers: Headers): ApiKeyMissing =>
  new ApiKeyMissing({ takes, isOtherScheme: headers.get("authorization") !== null })

/** Returns the API revision of a request's answer. */
export const serviceVersionOf = (services: Services, scope: Scope, headers: Headers) => {
  const version = headers.get("service-version")
  return version === null ? pinnedVersion(services, scope) : Effect.fromResult(readVersion(version))
}

/** Returns the account's pinned revision. If only one is offered, nothing is looked up. */
const pinnedVersion = (services: Services, scope: Scope) =>
  serviceVersions.length === 1
    ? Effect.succeed(serviceVersions[0])
    : Effect.map(services.tenants.settings(scope), ({ row }) => row.settings.serviceVersion)

const offered: ReadonlyArray<string> = serviceVersions

const readVersion = (
  version: string
): Result.Result<string, ServiceVersionInvalid | ServiceVersionUnsupported> => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) return Result.fail(new ServiceVersionInvalid())
  return offered.includes(version)
    ? Result.succeed(version)
    : Result.fail(new ServiceVersionUnsupported({ offered }))
}

const keyHeader = "idempotency-key"

/**
 * Returns the Idempotency-Key of a change. `Headers` joins two headers with a comma and a space,
 * and a key may contain both. If the server doesn't provide the raw headers, two keys count as the
 * joined one. Sent again they are joined again, so the request still takes effect once.
 */
export const readIdempotencyKey = (
  headers: Headers,
  rawHeaders: ReadonlyArray<string> | null
): Result.Result<string, IdempotencyKeyMissing | IdempotencyKeyInvalid> => {
  const key = headers.get(keyHeader)
  if (key === null) return Result.fail(new IdempotencyKeyMissing({ meant: null }))
  const times = rawHeaders === null ? 1 : timesSent(rawHeaders)
  if (times !== 1)
    return Result.fail(new IdempotencyKeyInvalid({ given: `was sent ${times} times` }))
  return isIdempotencyKey(key) ? Result.succeed(key) : Result.fail(idempotencyKeyInvalid(key))
}

const timesSent = (rawHeaders: ReadonlyArray<string>): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === keyHeader).length

/** More than the number of values that any parameter may have. */
const maxRepeated = 100

/**
 * Returns the reader of an operation's query. Names may end with `[]`. Unknown parameters are
 * ignored. A parameter that takes one value is refused if it is sent twice.
 */
export const queryReader = <Q>({ schema, single, repeated, refused = [] }: QueryShape<Q>) => {
  const decode = inputDecoder(schema as Schema.Codec<Q, unknown>)
  return (search: URLSearchParams): Result.Result<Q, InvalidInput> => {
    const unwanted = refused.find((name) => search.has(name) || search.has(`${name}[]`))
    if (unwanted !== undefined) {
      return Result.fail(parameterInvalid(unwanted, "is not offered by this operation"))
    }
    const given: Record<string, unknown> = {}
    for (const name of [...single, ...repeated]) {
      const values = [...search.getAll(name), ...search.getAll(`${name}[]`)]
      if (values.length > maxRepeated)
        return Result.fail(
          parameterInvalid(
            name,
            `was sent ${values.length} times, but may be sent at most ${maxRepeated} times`
          )
        )
      const isSingle = !repeated.includes(name)
      if (isSingle && values.length > 1) {
        return Result.fail(
          parameterInvalid(name, `was sent ${values.length} times, but must be sent once`)
        )
      }
      if (values.length > 0) given[name] = isSingle ? values[0] : values
    }
    return decode(given)
  }
}
