import {
  ApiKeyMissing,
  type Caller,
  IdempotencyKeyInvalid,
  IdempotencyKeyMissing,
  type InvalidInput,
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

/** The merchant whose secret key the request bears, and the API revision it is answered in. */
export const readCaller = Effect.fnUntraced(function* (services: Services, headers: Headers) {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")
  if (bearer?.[1] === undefined) return yield* new ApiKeyMissing()
  const identity = yield* services.tenants.authenticate(bearer[1])
  if (identity.kind !== "secret") return yield* new SecretKeyRequired()
  const version = headers.get("service-version")
  const caller: Caller = {
    scope: identity.scope,
    serviceVersion:
      version === null
        ? yield* pinnedVersion(services, identity.scope)
        : yield* Effect.fromResult(readVersion(version))
  }
  return caller
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

/** The key of a mutation (spec 4). */
export const readIdempotencyKey = (
  headers: Headers
): Result.Result<string, IdempotencyKeyMissing | IdempotencyKeyInvalid> => {
  const key = headers.get("idempotency-key")
  if (key === null) return Result.fail(new IdempotencyKeyMissing())
  return isIdempotencyKey(key) ? Result.succeed(key) : Result.fail(new IdempotencyKeyInvalid())
}

/** Reads the parameters that an operation knows, and leaves the others alone. */
export const queryReader = <Q>({ schema, single, repeated, refused = [] }: QueryShape<Q>) => {
  const decode = inputDecoder(schema as Schema.Codec<Q, unknown>)
  return (search: URLSearchParams): Result.Result<Q, InvalidInput> => {
    const unwanted = refused.find((name) => search.has(name) || search.has(`${name}[]`))
    if (unwanted !== undefined) {
      return Result.fail(parameterInvalid(unwanted, "is not offered by this operation"))
    }
    const given: Record<string, unknown> = {}
    for (const name of single) {
      const values = search.getAll(name)
      if (values.length > 0) given[name] = values.length === 1 ? values[0] : values
    }
    for (const name of repeated) {
      const values = [...search.getAll(name), ...search.getAll(`${name}[]`)]
      if (values.length > 0) given[name] = values
    }
    return decode(given)
  }
}
