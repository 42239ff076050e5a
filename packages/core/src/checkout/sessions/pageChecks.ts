import { Effect, Result } from "effect"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { originOf, spelledOut } from "../../kernel/primitives/WebUrl.ts"
import { orRefused, refused } from "../../platform/idempotency/claimKey.ts"
import { check } from "../../platform/storage/Change.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { authenticate } from "../../platform/tenants/apiKeys.ts"
import { getTemplate, TemplateCollection } from "../branding/BrandingTemplate.ts"

/** An address of the input, and the field that it was given in. */
export interface GivenAddress {
  readonly param: string
  readonly url: string
}

/**
 * Checks the input of a page without its account: there is a hosted page if a publishable key was
 * given, and the addresses are secure in live mode.
 */
export const fitsHostedPage = (
  publishableKey: string | undefined,
  addresses: ReadonlyArray<GivenAddress>,
  { mode }: Scope,
  hostedPage: string | null
): Result.Result<void, InvalidInput> => {
  if (publishableKey !== undefined && hostedPage === null) {
    return Result.fail(parameterInvalid("publishableKey", "is of no use without a hosted page"))
  }
  const insecure = addresses.find(
    ({ url }) => mode === "live" && !spelledOut(url).startsWith("https:")
  )
  return insecure === undefined
    ? Result.void
    : Result.fail(parameterInvalid(insecure.param, "must be an https address in live mode"))
}

/** Returns the refusal of an address outside of the account's return origins, or null. */
export const foreignAddress = (
  addresses: ReadonlyArray<GivenAddress>,
  allowed: ReadonlyArray<string>
): InvalidInput | null => {
  const foreign = addresses.find(({ url }) => !allowed.includes(originOf(url)))
  return foreign === undefined
    ? null
    : parameterInvalid(
        foreign.param,
        `has ${shownOrigin(originOf(foreign.url))}, which is not among the return origins of the ` +
          "account: add it to them first"
      )
}

/** An answer repeats nothing that is longer. Browsers write a host longer than it was given. */
const longestRepeated = 200

const shownOrigin = (origin: string): string =>
  origin.length > longestRepeated ? "an origin" : `the origin ${origin}`

/** Refuses a publishable key of another account. */
export const ownPublishableKey = Effect.fnUntraced(function* (scope: Scope, key: string) {
  const refusal = refused(parameterInvalid("publishableKey", "is not a key of this account"))
  const owner = yield* Effect.catchTag(authenticate(key), "ApiKeyInvalid", () =>
    Effect.fail(refusal)
  )
  const isOwn = owner.scope.tenant === scope.tenant && owner.scope.mode === scope.mode
  if (!isOwn || owner.kind !== "publishable") return yield* refusal
})

/** Refuses a template that does not exist or was never published. */
export const publishedTemplate = Effect.fnUntraced(function* (scope: Scope, id: string) {
  const template = yield* orRefused(getTemplate(scope, id))
  if (template.row.published !== null) return
  return yield* refused(
    parameterInvalid("template", "was never published: publish it by templates.publish first"),
    check(TemplateCollection, template)
  )
})

/**
 * Returns the address of a hosted page. The token and the key are in the fragment, which browsers
 * send to no server.
 */
export const hostedAddress = (
  hostedPage: string,
  path: string,
  token: string,
  publishableKey: string
): string => `${hostedPage.replace(/\/$/, "")}/${path}#token=${token}&key=${publishableKey}`
