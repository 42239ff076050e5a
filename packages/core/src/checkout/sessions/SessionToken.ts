import { Clock, Effect, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { Entropy } from "../../kernel/ids/Entropy.ts"
import { dayMs } from "../../kernel/primitives/durations.ts"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import { fingerprintOf } from "../../platform/secrets/fingerprintOf.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { authenticate } from "../../platform/tenants/apiKeys.ts"
import { ApiKeyInvalid } from "../../platform/tenants/errors.ts"
import { CheckoutSessionCollection, type CheckoutSessionRecord } from "./CheckoutSession.ts"

const tokenBytes = 32

/** Returns a new session token and its hash, which is stored. */
export const newSessionToken = Effect.map(Entropy, ({ bytes }) => {
  const token = Base64Url.encode(bytes(tokenBytes))
  return { token, tokenHash: fingerprintOf(token) }
})

/** The payer's request has no session token. */
export class SessionTokenMissing extends TaggedError("SessionTokenMissing") {
  override get message(): string {
    return "The request carries no session token: send the one that the session was created with."
  }
}

/** The session token is unknown in this account, or its session has ended. */
export class SessionTokenInvalid extends TaggedError("SessionTokenInvalid")<{
  /** The web origins whose pages may read this refusal. Only `identify` determines them. */
  readonly origins?: ReadonlyArray<string>
}> {
  override get message(): string {
    return (
      "This account has no session of this token, or the session has ended: " +
      "give the token as it was answered at the session's creation, or create another session."
    )
  }
}

/** The credentials of a payer's browser. */
export interface PayerCredentials {
  /** The key of the merchant's account: `pk_test_…` or `pk_live_…`. */
  readonly publishableKey: string
  /** The token of the checkout or portal session, from the answer that created it. */
  readonly sessionToken: string
}

/** Returns the session of a payer's token, within the account of the publishable key. */
export const authenticatePayer = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const storage = yield* Storage
  // An untyped program may leave fields out.
  const { publishableKey = "", sessionToken = "" } = (payer ?? {}) as Partial<PayerCredentials>
  const { scope, kind } = yield* authenticate(publishableKey)
  if (kind !== "publishable") return yield* new ApiKeyInvalid()
  const found = yield* storage.findUnique(
    scope,
    CheckoutSessionCollection,
    "token",
    fingerprintOf(`${sessionToken}`)
  )
  const now = yield* Clock.currentTimeMillis
  return Option.isSome(found) && !isOver(found.value.row, now)
    ? found.value
    : yield* new SessionTokenInvalid({})
})

/** A session can be read for a day after its end. */
const isOver = ({ endedAt }: CheckoutSessionRecord, now: Millis): boolean =>
  endedAt !== null && now >= endedAt + dayMs
