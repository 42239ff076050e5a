import {
  type Fields,
  fieldsIn,
  type ProviderNotification,
  type RawNotification
} from "@payloom/core"
import { decimalMoneyIn } from "../../amounts.ts"
import { at, textOf } from "../../fields.ts"
import type { Dated } from "../../occurredAt.ts"
import type { Ask } from "../../Processor.ts"
import { kindOfReference } from "../../references.ts"
import type { RapydAccount } from "./rapyd.ts"
import { foundIn, refundIn } from "./rapydPayments.ts"
import { isSignedByRapyd } from "./rapydSignature.ts"

/** Reads a webhook of Rapyd. Returns null if the account's keys didn't sign it. */
export const readRapydNotification = async (
  account: RapydAccount,
  { headers, body }: RawNotification,
  _: unknown,
  { ask }: { readonly ask: Ask }
): Promise<ReadonlyArray<ProviderNotification> | null> => {
  if (!isSignedByRapyd(account, account.webhookUrl, headers, body, Date.now())) return null
  const event = fieldsIn(body)
  const id = textOf(event?.id)
  if (event === null || id === null) return null
  const data = at(event, "data")
  const about = textOf(data.id) ?? ""
  const created = Number(event.created_at)
  const dated = { id, ...(created > 0 ? { occurredAt: created * 1000 } : {}) }
  if (about.startsWith("refund_")) return refundOf(data, dated, ask)
  if (!about.startsWith("payment_")) return []
  // The webhook of a failed payment may leave our reference out.
  const payment = textOf(data.merchant_reference_id) === null ? await paymentOf(ask, about) : data
  const reference = textOf(payment.merchant_reference_id)
  const charge = foundIn(payment)
  if (reference === null || kindOfReference(reference) !== "attempt" || charge === null) return []
  return [{ _tag: "Charge", ...dated, reference, charge }]
}

/** Reads a payment. Throws if that fails, so that Rapyd repeats the webhook. */
const paymentOf = async (ask: Ask, id: string): Promise<Fields> => {
  const { status, body } = await ask(`v1/payments/${encodeURIComponent(id)}`)
  if (status !== 200) throw new Error(`Rapyd answered HTTP ${status} for a payment.`)
  return at(fieldsIn(body), "data")
}

/** Returns a refund: one of the engine's, or one that was made in the Client Portal. */
const refundOf = async (
  refund: Fields,
  dated: Dated,
  ask: Ask
): Promise<ReadonlyArray<ProviderNotification>> => {
  const modification = refundIn(refund)
  if (modification === null) return []
  const own = textOf(refund.merchant_reference_id)
  if (own !== null && kindOfReference(own) === "refund") {
    return [{ _tag: "Modification", ...dated, reference: own, modification }]
  }
  const money = decimalMoneyIn(refund.amount, refund.currency)
  const id = textOf(refund.payment)
  if (money === null || id === null) return []
  const reference = textOf((await paymentOf(ask, id)).merchant_reference_id)
  if (reference === null || kindOfReference(reference) !== "attempt") return []
  const { providerReference, state, rawCode } = modification
  const made = { providerReference, ...money, state, rawCode }
  return [{ _tag: "Refund", id: dated.id, reference, refund: made }]
}
