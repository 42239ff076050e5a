import { isEngineError } from "@payloom/core"
import type { BillingMerchant } from "../BillingEngine.ts"
import { cancelUnpaid } from "../checkout/openOnlyCheckout.ts"
import { BILLING_ERROR_CODES, refusal } from "../errors.ts"
import type { Owner } from "../Owner.ts"
import { isEnded } from "../subscriptions/isEnded.ts"
import { findCustomer } from "./findCustomer.ts"

/**
 * Ends everything of an owner that is about to be deleted: open sessions are canceled and
 * subscriptions end at once. With `erase` the customer's personal data are erased too. It may be
 * repeated after a crash. Refused while a payment is in progress, because its result belongs to the
 * customer.
 */
export const closeCustomer = async (
  merchant: BillingMerchant,
  owner: Owner,
  onDelete: "cancel" | "erase"
): Promise<void> => {
  const customer = await findCustomer(merchant, owner)
  if (customer === null) return
  const open = merchant.checkout.iterate({
    customer: customer.id,
    status: ["created", "active", "processing"],
    limit: 100
  })
  for await (const { id } of open) await cancelUnpaid(merchant, id)
  for await (const subscription of merchant.subscriptions.iterate({ customer: customer.id })) {
    if (isEnded(subscription)) continue
    await merchant.subscriptions.cancel(
      subscription.id,
      { cancelAtPeriodEnd: false, reason: "The account was deleted" },
      { idempotencyKey: crypto.randomUUID() }
    )
  }
  if (onDelete === "erase") await erase(merchant, customer.id)
}

const erase = async (merchant: BillingMerchant, id: string): Promise<void> => {
  try {
    await merchant.customers.erase(id, { idempotencyKey: crypto.randomUUID() })
  } catch (error) {
    if (isEngineError(error) && error._tag === "CustomerInUse") {
      throw refusal("CONFLICT", BILLING_ERROR_CODES.PAYMENT_IN_PROGRESS)
    }
    throw error
  }
}
