import { Clock, Effect, Option, Result } from "effect"
import { loadOverdueCycle } from "../../billing/recovery.ts"
import { getPayment } from "../../payments/charges/getPayment.ts"
import { paymentAfter } from "../../payments/charges/paymentMachine.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import { declineBlock } from "../../providers/Decline.ts"
import { hasMethod } from "../sessions/availableMethods.ts"
import { awaitingAttempt } from "../sessions/awaitingAttempt.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import { isOpen, stillOwed } from "../sessions/payableAt.ts"
import { getCheckoutSession } from "../sessions/retrieveCheckoutSession.ts"
import { authenticatePayer, type PayerCredentials } from "../sessions/SessionToken.ts"
import { sessionAfterCharge } from "../sessions/sessionFollower.ts"
import { isChallengeOver, ThreeDsSessionCollection } from "../three-ds/ThreeDsSession.ts"
import { type CheckoutResult, toCheckoutResult } from "./CheckoutResult.ts"

/** Returns the result of the payer's confirm. */
export const sessionStatus = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { scope, row } = yield* authenticatePayer(payer)
  return yield* resultFor(scope, row)
})

/** Returns the current result of a session. */
export const resultOf = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return yield* resultFor(scope, (yield* getCheckoutSession(scope, id)).row)
})

const resultFor = Effect.fnUntraced(function* (scope: Scope, session: CheckoutSessionRecord) {
  const stored =
    session.payment === null ? null : yield* Effect.orDie(getPayment(scope, session.payment))
  const payment = stored?.row ?? null
  const awaited = yield* awaitedIn(scope, session)
  const now = yield* Clock.currentTimeMillis
  // The jobs that end a challenge and a session may be late. No confirm is accepted any more.
  const challenge = awaited !== null && "challenge" in awaited ? awaited.challenge : null
  if (
    payment?.status === "authenticating" &&
    challenge !== null &&
    isChallengeOver(challenge, now)
  ) {
    const decline = declineBlock("authentication_failed", "authentication", now)
    const declined = paymentAfter(payment, "decline", { decline })
    const after = { hasMethod: yield* hasMethod({ scope, row: session }) }
    const ended = sessionAfterCharge(session, declined, now, after) ?? session
    return toCheckoutResult(ended, declined, null)
  }
  const result = toCheckoutResult(session, payment, awaited)
  if (Result.isFailure(isOpen(session))) return result
  const status = now >= session.expiresAt ? "expired" : yield* statusOfOwed(scope, session)
  return status === null ? result : ({ ...result, status } satisfies CheckoutResult)
})

/**
 * Returns the status of a session whose overdue cycle was paid, or is being charged, otherwise. No
 * confirm is accepted then. Null if the session may be paid.
 */
const statusOfOwed = Effect.fnUntraced(function* (scope: Scope, session: CheckoutSessionRecord) {
  if (session.recovers === undefined) return null
  const owed = stillOwed(session, yield* loadOverdueCycle(scope, session.recovers))
  if (Result.isSuccess(owed)) return null
  return owed.failure._tag === "SessionProcessing" ? "processing" : "expired"
})

const awaitedIn = Effect.fnUntraced(function* (scope: Scope, row: CheckoutSessionRecord) {
  const storage = yield* Storage
  if (row.threeDs === null) {
    const attempt = yield* awaitingAttempt({ scope, row })
    return attempt === null ? null : { attempt }
  }
  const challenge = yield* storage.get(scope, ThreeDsSessionCollection, row.threeDs)
  return Option.isSome(challenge) ? { challenge: challenge.value.row } : null
})
