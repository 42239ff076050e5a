import {
  type Fields,
  fieldsIn,
  type ModificationOutcome,
  type ModificationRequest
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { textOf } from "../../fields.ts"
import type { Message } from "../../library/PrismLibrary.ts"
import { paymentIdOf } from "../../lookups.ts"
import type { Ask, Decided } from "../../Processor.ts"
import {
  attemptOf,
  declineOf,
  intentById,
  intentIdsUnder,
  listed,
  takenBy
} from "./airwallexIntents.ts"

/** Returns the intent of a charge. Throws if Airwallex has none, or several. */
const chargedIntent = async (ask: Ask, charge: ModificationRequest["charge"]): Promise<Fields> => {
  const id = await paymentIdOf(charge, (reference) => intentIdsUnder(ask, reference))
  if (id === null) throw new Error("Airwallex has no single intent.")
  return intentById(ask, id)
}

/** Returns the refund of an intent under a reference of ours or an id of Airwallex's. */
export const refundUnder = async (
  ask: Ask,
  intent: string,
  reference: string,
  id: string | null
): Promise<Fields | null> => {
  const refunds = await listed(ask, "pa/refunds", { payment_intent_id: intent })
  const found = refunds.find((each) => each.request_id === reference || each.id === id)
  return found ?? null
}

/** The states of a refund. Airwallex accepts it before the provider pays it. */
const states: Readonly<Record<string, "pending" | "succeeded" | "failed">> = {
  RECEIVED: "pending",
  ACCEPTED: "pending",
  SETTLED: "succeeded",
  FAILED: "failed"
}

/** Returns the state of a refund, or null if it is unknown. */
export const refundState = ({ status }: Fields): "pending" | "succeeded" | "failed" | null =>
  (Object.hasOwn(states, String(status)) ? states[String(status)] : undefined) ?? null

const outcomeIn = (refund: Fields, reference: string): ModificationOutcome | null => {
  const providerReference = textOf(refund.id) ?? reference
  switch (refundState(refund)) {
    case "pending":
      return { _tag: "Pending", providerReference }
    case "succeeded":
      return { _tag: "Succeeded", providerReference }
    case "failed":
      return { _tag: "Failed", rawCode: "refund_failed" }
    case null:
      return null
  }
}

/**
 * Returns the intent that a refund belongs to. A refund that was made before, or that can never
 * pass, is decided here.
 */
export const refundFields = async (
  ask: Ask,
  { charge, reference, amount }: Pick<ModificationRequest, "charge" | "reference" | "amount">
): Promise<Message | Decided> => {
  const intent = await chargedIntent(ask, charge)
  const id = String(intent.id)
  const made = await refundUnder(ask, id, reference, null)
  const known = made === null ? null : outcomeIn(made, reference)
  if (known !== null) return { decided: known }
  if (declineOf(intent) !== null) return failed("payment_not_charged")
  const taken = takenBy(intent)
  const refunded = decimalMoneyIn(attemptOf(intent)?.refunded_amount ?? 0, intent.currency)
  if (taken !== null && refunded !== null && amount > taken.amount - refunded.amount) {
    return failed("refund_exceeds_captured_amount")
  }
  return { connectorTransactionId: id }
}

const failed = (rawCode: string): Decided => ({ decided: { _tag: "Failed", rawCode } })

/** Returns the outcome of a refund. Null leaves it to the usual reading. */
export const refundOutcome = (
  status: number,
  body: string,
  reference: string
): ModificationOutcome | null => {
  const answer = fieldsIn(body)
  if (status < 300) {
    const isOurs = answer?.request_id === reference
    const outcome = answer === null || !isOurs ? null : outcomeIn(answer, reference)
    return outcome ?? { _tag: "Unknown", reason: "Airwallex's refund can't be read." }
  }
  const rawCode = textOf(answer?.code)
  if (status !== 400 || rawCode === null) return null
  const reason = textOf(answer?.message) ?? rawCode
  // Another code may mean that the provider failed on the way.
  return rejecting.has(rawCode)
    ? { _tag: "AccountUnavailable", reason, rawCode }
    : { _tag: "Unknown", reason: `Airwallex answered ${rawCode}: ${reason}` }
}

const rejecting: ReadonlySet<string> = new Set([
  "validation_error",
  "configuration_error",
  "amount_above_limit",
  "amount_below_limit",
  "currency_not_supported",
  "invalid_status_for_operation",
  "resource_not_found"
])
