import { Result } from "effect"
import type { Millis } from "../values/Timestamp.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { SessionAlreadySucceeded, SessionNotOpen, SessionProcessing } from "./errors.ts"

/** Whether a session may be paid at a moment, or why not. */
export const openAt = (
  { id, payment, status, expiresAt, threeDs }: CheckoutSessionRecord,
  now: Millis
): Result.Result<void, SessionAlreadySucceeded | SessionProcessing | SessionNotOpen> => {
  const about = { session: id, payment }
  switch (status) {
    case "created":
    case "active":
      return now < expiresAt
        ? Result.void
        : Result.fail(new SessionNotOpen({ ...about, status: "expired" }))
    case "succeeded":
      return Result.fail(new SessionAlreadySucceeded(about))
    case "processing":
      // Nothing was sent yet: the payer may come back from the challenge, or try anew.
      return threeDs === null ? Result.fail(new SessionProcessing(about)) : Result.void
    default:
      return Result.fail(new SessionNotOpen({ ...about, status }))
  }
}
