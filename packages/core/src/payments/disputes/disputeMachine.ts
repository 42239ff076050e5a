import type { DisputeStage } from "../../providers/DisputeStage.ts"

/** The place of a dispute's money. */
export type DisputeMoney =
  /** The merchant has it: it was never taken back, or not yet. */
  | "untouched"
  /** The issuer has taken it back while the dispute is open. */
  | "held"
  /** The merchant has it again. */
  | "returned"
  /** The payer has it for good. */
  | "lost"

const ranks: Partial<Record<DisputeStage, number>> = {
  alert: 0,
  retrieval_request: 1,
  chargeback_received: 2,
  evidence_required: 3,
  representment_submitted: 4,
  pre_arbitration: 5,
  arbitration: 6
}

const chargebackRank = 2
const reopenedRank = 5

/** True if the dispute is over. A won dispute may still be reopened. */
export const isResolved = (stage: DisputeStage): boolean => ranks[stage] === undefined

/**
 * True if a reported stage moves a dispute: forward by any number of ranks, or to its end. A
 * repeated or late report changes nothing. A won dispute moves if it is reopened, lost or accepted.
 * Other ended disputes never move.
 */
export const movesOn = (from: DisputeStage | null, to: DisputeStage): boolean => {
  if (from === null) return true
  const rank = ranks[to]
  if (from === "won") {
    return to === "lost" || to === "accepted" || (rank !== undefined && rank >= reopenedRank)
  }
  if (isResolved(from)) return false
  if (to === "reversed_by_alert") return from === "alert"
  return rank === undefined || rank > (ranks[from] ?? 0)
}

/**
 * Returns the place of the money at a stage. If a dispute ends without a reported chargeback, an
 * alert or inquiry counts as one without a chargeback, and any other dispute as one with a
 * chargeback.
 */
export const moneyAt = (
  stage: DisputeStage,
  from: DisputeStage | null,
  before: DisputeMoney
): DisputeMoney => {
  switch (stage) {
    case "won":
      return "returned"
    case "lost":
      return "lost"
    case "accepted":
    case "expired":
      return from !== null && before === "untouched" ? "untouched" : "lost"
    case "reversed_by_alert":
      return "untouched"
    default:
      return (ranks[stage] ?? 0) >= chargebackRank ? "held" : "untouched"
  }
}
