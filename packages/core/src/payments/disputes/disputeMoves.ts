import type { Movement } from "../../ledger/postingsFor.ts"
import type { EventType } from "../../platform/events/EventRecord.ts"
import type { DisputeStage } from "../../providers/DisputeStage.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import type { DisputeRecord } from "./Dispute.ts"
import type { DisputeMoney } from "./disputeMachine.ts"

/** An amount that moves between the merchant and the payer. */
export interface DisputeMovement {
  readonly kind: Extract<Movement["kind"], `dispute_${string}`>
  readonly amount: bigint
}

/** The place of a dispute's money, and its amount. */
export type DisputeStanding = Pick<DisputeRecord, "money" | "amount">

/** Returns true if the issuer has the money of a dispute: it is held or lost. */
export const takesMoney = ({ money }: Pick<DisputeStanding, "money">): boolean =>
  money === "held" || money === "lost"

/** The amount that a dispute takes from the payment: it is held or lost. */
const takenBy = (standing: DisputeStanding): bigint => (takesMoney(standing) ? standing.amount : 0n)

/**
 * Returns the movements between two states, with the steps between them. For example, a dispute
 * that is first reported as won was held before, and the provider's report will list both.
 */
export const movementsBetween = (
  before: DisputeStanding | null,
  after: DisputeStanding
): ReadonlyArray<DisputeMovement> => {
  const held = before === null ? 0n : takenBy(before)
  const isUnseen = after.money === "returned" && held === 0n
  const wanted = isUnseen ? after.amount : takenBy(after)
  return [
    { kind: "dispute_hold", amount: wanted > held ? wanted - held : 0n } as const,
    { kind: "dispute_release", amount: held > wanted ? held - wanted : 0n } as const,
    { kind: "dispute_release", amount: isUnseen ? after.amount : 0n } as const,
    { kind: "dispute_loss", amount: after.money === "lost" ? after.amount : 0n } as const
  ].filter(({ amount }) => amount > 0n)
}

/** Returns the payment with the dispute's new state in place of its old one. */
export const disputedPayment = (
  payment: PaymentRecord,
  before: DisputeStanding | null,
  after: DisputeStanding
): PaymentRecord => {
  const amountDisputed =
    payment.amountDisputed - (before === null ? 0n : takenBy(before)) + takenBy(after)
  return { ...payment, amountDisputed, disputed: amountDisputed > 0n }
}

/** Returns the events of a dispute that moved from one stage to another. */
export const eventsOf = (
  from: DisputeStage | null,
  to: DisputeStage,
  money: DisputeMoney
): ReadonlyArray<EventType> => {
  if (to === "alert") return ["dispute.alert_received"]
  const isBegun = from !== null && from !== "alert"
  const isOnlyAlert = to === "reversed_by_alert" || (from === "alert" && money === "untouched")
  const end = endOf(to, money)
  if (isOnlyAlert && to !== "retrieval_request") {
    return [...(from === null ? (["dispute.alert_received"] as const) : []), "dispute.updated"]
  }
  if (!isBegun) return ["dispute.created", ...(end === null ? [] : [end])]
  return [end ?? "dispute.updated"]
}

const endOf = (stage: DisputeStage, money: DisputeMoney): EventType | null => {
  if (stage === "won") return "dispute.won"
  return money === "lost" ? "dispute.lost" : null
}
