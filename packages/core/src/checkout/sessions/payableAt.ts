import { Result } from "effect"
import type { Millis } from "../../values/Timestamp.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { SessionAlreadySucceeded, SessionNotOpen, SessionProcessing } from "./errors.ts"

/**
 * Whether a session may be paid at a moment, or why not. Once its time is up only the confirm that
 * names the challenge that is open is taken: that one has a time of its own.
 */
export const openAt = (
  { id, payment, status, expiresAt, threeDs }: CheckoutSessionRecord,
  now: Millis,
  challenge: string | null = null
): Result.Result<void, SessionAlreadySucceeded | SessionProcessing | SessionNotOpen> => {
  const about = { session: id, payment }
  const refuse = (ended: string) => Result.fail(new SessionNotOpen({ ...about, status: ended }))
  const inTime = now < expiresAt ? Result.void : refuse("expired")
  switch (status) {
    case "created":
    case "active":
      return inTime
    case "succeeded":
      return Result.fail(new SessionAlreadySucceeded(about))
    case "processing":
      if (threeDs === null) return Result.fail(new SessionProcessing(about))
      // Nothing was sent yet: the payer may come back from the challenge, or try anew.
      return challenge === threeDs ? Result.void : inTime
    default:
      return refuse(status)
  }
}
