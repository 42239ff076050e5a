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

/** A new session token and the hash that is kept of it. */
export const newSessionToken = Effect.map(Entropy, ({ bytes }) => {
  const token = Base64Url.encode(bytes(tokenBytes))
  return { token, tokenHash: fingerprintOf(token) }
})

/** The payer's request carries no session token. */
export class SessionTokenMissing extends TaggedError("SessionTokenMissing") {
  override get message(): string {
    return "The request carries no session token: send the one that the session was created with."
  }
}

/** The session token is unknown in this account, or its session ended more than a day ago. */
export class SessionTokenInvalid extends TaggedError("SessionTokenInvalid") {
  override get message(): string {
    return (
      "This account has no session of this token, or the session ended over a day ago: " +
      "give the token as checkout.create answered it, or create another session."
    )
  }
}

/** What a payer's browser shows for itself. */
export interface PayerCredentials {
  /** The key that names the merchant's account: `pk_test_…` or `pk_live_…`. */
  readonly publishableKey: string
  /** What the session was created with. */
  readonly sessionToken: string
}

/**
 * The one session that a payer's token names, inside the account that the publishable key names
 * (spec 5).
 */
export const authenticatePayer = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const storage = yield* Storage
  // A program without types may leave out what it doesn't have.
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
    : yield* new SessionTokenInvalid()
})

/** For a day after its end a session can still be read. */
const isOver = ({ endedAt }: CheckoutSessionRecord, now: Millis): boolean =>
  endedAt !== null && now >= endedAt + dayMs
