import {
  ApiKeyMissing,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  type InvalidInput,
  idempotencyKeyInvalid,
  inputDecoder,
  isIdempotencyKey,
  parameterInvalid,
  type Scope,
  SecretKeyRequired,
  type Services,
  ServiceVersionInvalid,
  ServiceVersionUnsupported,
  serviceVersions
} from "@payloom/core"
import { Effect, Result, type Schema } from "effect"
import type { QueryShape } from "./Operation.ts"

/** The merchant whose secret key the request bears. */
export const authenticateMerchant = Effect.fnUntraced(function* (
  { tenants }: Services,
  headers: Headers
) {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")
  if (bearer?.[1] === undefined) return yield* apiKeyMissing("secret", headers)
  const { scope, kind } = yield* tenants.authenticate(bearer[1])
  return kind === "secret" ? scope : yield* new SecretKeyRequired()
})

/** No key of the kind that is taken came as a bearer token. */
export const apiKeyMissing = (takes: "secret" | "publishable", headers: Headers): ApiKeyMissing =>
  new ApiKeyMissing({ takes, isOtherScheme: headers.get("authorization") !== null })

/** The API revision that a request is answered in. */
export const serviceVersionOf = Effect.fnUntraced(function* (
  services: Services,
  scope: Scope,
  headers: Headers
) {
  const version = headers.get("service-version")
  return version === null
    ? yield* pinnedVersion(services, scope)
    : yield* Effect.fromResult(readVersion(version))
})

/** The account's own revision; with a single one on offer there is nothing to look up. */
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
 * The key of a mutation (spec 4), which is sent once. `Headers` joins what was sent twice with a
 * comma and a space, which a key may hold as well: where the server doesn't tell how the headers
 * were sent, two are taken as the one that they make together. Sent again they make it again, so
 * the request is done once all the same.
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

/** More than any parameter has values to choose from. */
const maxRepeated = 100

/**
 * Reads the parameters that an operation knows, with or without `[]` behind their names, and leaves
 * the others alone. One that is a single value is refused where it was sent twice.
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
            `was sent ${values.length} times, but at most ${maxRepeated} are read`
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
