import { Result } from "effect"
import { isOverdue, type Owed } from "../../billing/recovery.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { SessionAlreadySucceeded, SessionNotOpen, SessionProcessing } from "./errors.ts"

/** Succeeds if a session may be paid. Fails with the reason if not. */
export type Openness = Result.Result<
  void,
  SessionAlreadySucceeded | SessionProcessing | SessionNotOpen
>

/**
 * Succeeds if a session is open: not paid, not in progress, not ended. Ignores the time. Fails with
 * the reason if not.
 */
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
 * Succeeds if a session may be paid at a time. Fails with the reason if not. After the session's
 * expiry, only a confirm that names the open challenge is accepted, because the challenge has its
 * own timeout. `isAwaited` is true if the session's charge waits for the payer, who may choose
 * another method.
 */
export const payableAt = (
  session: CheckoutSessionRecord,
  now: Millis,
  { challenge = null, isAwaited = false }: ConfirmedBy = {}
): Openness => {
  const { id, payment, status, threeDs, expiresAt } = session
  const isUnderWay = status === "processing"
  if (isUnderWay && challenge !== null && challenge === threeDs) return Result.void
  // Nothing was sent yet, or the charge waits for the payer. So the payer may start again.
  const mayTryAnew = isUnderWay && (threeDs !== null || isAwaited)
  return Result.flatMap(mayTryAnew ? Result.void : isOpen(session), () =>
    now < expiresAt
      ? Result.void
      : Result.fail(new SessionNotOpen({ session: id, payment, status: "expired" }))
  )
}

/** The facts about a confirm that decide if it may pay. */
interface ConfirmedBy {
  readonly challenge?: string | null
  readonly isAwaited?: boolean
}

/**
 * Succeeds if the overdue cycle of a session is still unpaid, and no other charge of it is in
 * flight. Fails with the reason if not.
 */
export const stillOwed = ({ id, payment }: CheckoutSessionRecord, owed: Owed): Openness => {
  const { status, payment: latest } = owed.cycle.row
  const about = { session: id, payment }
  if (isOverdue(owed) || (status === "charging" && latest === payment)) return Result.void
  return status === "charging"
    ? Result.fail(new SessionProcessing(about))
    : Result.fail(new SessionNotOpen({ ...about, status: "expired" }))
}
