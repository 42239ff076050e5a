import type { DisputeStage } from "../../providers/DisputeStage.ts"

/** Where the money of a dispute is. */
export type DisputeMoney =
  /** With the merchant: nobody took it back yet, or ever. */
  | "untouched"
  /** Taken back by the issuer, for as long as it is argued about. */
  | "held"
  /** With the merchant again. */
  | "returned"
  /** With the payer, for good. */
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

/** Whether it is over, but for one that was won and may be reopened. */
export const isResolved = (stage: DisputeStage): boolean => ranks[stage] === undefined

/**
 * Whether news of a stage moves a dispute on: forward by any number of ranks, or to its end. What
 * is told again, or late, changes nothing. A dispute that was won moves on if it is reopened, or
 * lost or accepted after all. Nothing else that is over ever moves.
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
 * Where its money is at a stage. What ends without a chargeback having been told of is taken for
 * one that had none where it was an alert or a question, and else for one that had.
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
