import { Result } from "effect"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { SessionAlreadySucceeded, SessionNotOpen, SessionProcessing } from "./errors.ts"

/** Whether a session may be paid, or why not. */
export type Openness = Result.Result<
  void,
  SessionAlreadySucceeded | SessionProcessing | SessionNotOpen
>

/** Whether a session is neither paid, nor being paid, nor ended, whatever the time; or why not. */
export const isOpen = ({ id, payment, status }: CheckoutSessionRecord): Openness => {
  const about = { session: id, payment }
  switch (status) {
    case "created":
    case "active":
      return Result.void
    case "succeeded":
      return Result.fail(new SessionAlreadySucceeded(about))
    case "processing":
      return Result.fail(new SessionProcessing(about))
    default:
      return Result.fail(new SessionNotOpen({ ...about, status }))
  }
}

/**
 * Whether a session may be paid at a moment, or why not. Once its time is up only the confirm that
 * names the challenge that is open is taken: that one has a time of its own. `isAwaited` tells that
 * its charge waits for the payer, who may choose anew.
 */
export const payableAt = (
  session: CheckoutSessionRecord,
  now: Millis,
  { challenge = null, isAwaited = false }: ConfirmedBy = {}
): Openness => {
  const { id, payment, status, threeDs, expiresAt } = session
  const isUnderWay = status === "processing"
  if (isUnderWay && challenge !== null && challenge === threeDs) return Result.void
  // Nothing was sent yet, or what was sent waits for the payer: they may try anew.
  const mayTryAnew = isUnderWay && (threeDs !== null || isAwaited)
  return Result.flatMap(mayTryAnew ? Result.void : isOpen(session), () =>
    now < expiresAt
      ? Result.void
      : Result.fail(new SessionNotOpen({ session: id, payment, status: "expired" }))
  )
}

/** What a confirm comes by. */
interface ConfirmedBy {
  readonly challenge?: string | null
  readonly isAwaited?: boolean
}
