import { statusAfter } from "../machine/Machine.ts"
import { spent } from "../providers/ChargeSource.ts"
import { type AttemptRecord, isInFlight } from "./Attempt.ts"
import { type AttemptTrigger, attemptMachine } from "./attemptMachine.ts"

/**
 * The attempt after a trigger; a move that its machine forbids is a defect. Once it is settled
 * nobody needs what a wallet handed out, or what the payer was asked to do.
 */
export const movedAttempt = (
  attempt: AttemptRecord,
  trigger: AttemptTrigger,
  fields: Partial<AttemptRecord>
): AttemptRecord => {
  const status = statusAfter(attemptMachine, attempt.status, trigger)
  const moving = { ...attempt, ...fields, status }
  return isInFlight(moving) ? moving : { ...moving, source: spent(moving.source), action: null }
}
