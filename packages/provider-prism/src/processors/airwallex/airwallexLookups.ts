import type {
  ChargeFound,
  ChargeLookup,
  ChargeQuery,
  Fields,
  ModificationLookup,
  ModificationQuery
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { textOf } from "../../fields.ts"
import { foundCharge, unavailable } from "../../lookups.ts"
import type { Ask, Money } from "../../Processor.ts"
import {
  askedBy,
  attemptOf,
  declineOf,
  intentById,
  intentIdsUnder,
  takenBy,
  withoutPayer
} from "./airwallexIntents.ts"
import { refundState, refundUnder } from "./airwallexRefunds.ts"

/**
 * Looks a charge up by its reference. An intent without an attempt was created, but no card was
 * sent for it.
 */
export const lookUpAirwallex = async (
  ask: Ask,
  { reference }: Pick<ChargeQuery, "reference">
): Promise<ChargeLookup> => {
  const [id, ...more] = await intentIdsUnder(ask, reference)
  if (id === undefined) return { _tag: "Absent" }
  if (more.length > 0) return unavailable("There are several intents under this reference.")
  const intent = await withoutPayer(ask, await intentById(ask, id))
  if (isUntouched(intent)) return { _tag: "Absent" }
  return chargeIn(intent) ?? unavailable(`The state ${intent.status} can't be read.`)
}

const isUntouched = (intent: Fields): boolean =>
  intent.status === "REQUIRES_PAYMENT_METHOD" && attemptOf(intent) === null

/** Looks a refund up among those of its intent. */
export const lookUpAirwallexRefund = async (
  ask: Ask,
  { kind, reference, providerReference, charge }: ModificationQuery
): Promise<ModificationLookup> => {
  if (kind !== "refund") return { _tag: "Absent" }
  const [id, ...more] = await intentIdsUnder(ask, charge.reference)
  if (id === undefined || more.length > 0) {
    return unavailable("Airwallex has no single intent for the refund.")
  }
  const refund = await refundUnder(ask, id, reference, providerReference ?? null)
  if (refund === null) return { _tag: "Absent" }
  const state = refundState(refund)
  const known = textOf(refund.id)
  if (state === null || known === null) return unavailable("Airwallex's refund can't be read.")
  const rawCode = state === "failed" ? "refund_failed" : null
  return { _tag: "Found", state, providerReference: known, rawCode }
}

/** Returns a charge as the engine reads it, or null if its state is unclear. */
export const chargeIn = (intent: Fields): ChargeFound | null => {
  const attempt = attemptOf(intent)
  const declined = declineOf(intent)
  const taken = takenBy(intent)
  const isTaken = intent.status === "SUCCEEDED"
  const money = isTaken ? taken : askedBy(intent)
  const found = foundCharge({
    id: intent.id,
    state: isTaken
      ? takenState(attempt, taken)
      : declined === null
        ? openState(intent)
        : "declined",
    money,
    refused: () => declined ?? { rawCode: "declined", networkCode: null, message: null }
  })
  const networkReference = textOf(attempt?.payment_method_transaction_id)
  return found === null ? null : { ...found, networkReference }
}

const takenState = (
  attempt: Fields | null,
  taken: Money | null
): "captured" | "refunded" | null => {
  if (taken === null || taken.amount <= 0n) return null
  const refunded = decimalMoneyIn(attempt?.refunded_amount ?? 0, taken.currency)
  return refunded !== null && refunded.amount >= taken.amount ? "refunded" : "captured"
}

/** Airwallex captures by itself after a review. */
const open: ReadonlySet<unknown> = new Set([
  "REQUIRES_PAYMENT_METHOD",
  "REQUIRES_CUSTOMER_ACTION",
  "REQUIRES_CAPTURE",
  "PENDING",
  "PENDING_REVIEW"
])

const openState = (intent: Fields): "pending" | null =>
  open.has(intent.status) && !isUntouched(intent) ? "pending" : null
