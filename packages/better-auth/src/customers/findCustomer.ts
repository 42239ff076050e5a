import type { Customer } from "@payloom/core"
import type { BillingMerchant } from "../BillingEngine.ts"
import { type Owner, referenceOf } from "../Owner.ts"

/**
 * Returns the customer of a user or an organization, or null. It reads one index. If other code
 * created customers with the same reference, the oldest one counts.
 *
 * @example
 * const customer = await findCustomer(shop, { kind: "user", id: user.id })
 */
export const findCustomer = async (
  merchant: Pick<BillingMerchant, "customers">,
  owner: Owner
): Promise<Customer | null> => {
  const { data } = await merchant.customers.list({ reference: referenceOf(owner), limit: 100 })
  return data.at(-1) ?? null
}
