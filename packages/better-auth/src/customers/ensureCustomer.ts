import { type Customer, isEngineError } from "@payloom/core"
import type { BillingMerchant } from "../BillingEngine.ts"
import { type Owner, referenceOf } from "../Owner.ts"
import { findCustomer } from "./findCustomer.ts"

/** The name and the email address of an owner. */
export interface Profile {
  readonly name: string | null
  readonly email: string | null
}

/** Returns the customer of an owner with this name and address, and creates it if there is none. */
export const ensureCustomer = async (
  merchant: BillingMerchant,
  owner: Owner,
  profile: Profile
): Promise<Customer> => {
  const found = await findCustomer(merchant, owner)
  return withProfile(merchant, found ?? (await create(merchant, referenceOf(owner))), profile)
}

/**
 * Creates the one customer of a reference. The idempotency key and the input are the same in every
 * process, so calls that race get the same customer. A replayed answer may be that of a customer
 * who was erased since. Then the id is added to the key, and the next customer is created.
 */
const create = async (merchant: BillingMerchant, reference: string): Promise<Customer> => {
  let key = `better-auth ${reference}`
  for (;;) {
    const { id } = await merchant.customers.create({ reference }, { idempotencyKey: key })
    const customer = await merchant.customers.retrieve(id)
    if (customer.reference === reference) return customer
    key = `better-auth ${reference} after ${id}`
  }
}

const longestName = 255

/** Updates a customer whose name or address differs. Repeating it changes nothing. */
export const withProfile = async (
  merchant: BillingMerchant,
  customer: Customer,
  { name, email }: Profile
): Promise<Customer> => {
  const profile = { name: name === "" ? null : (name?.slice(0, longestName) ?? null), email }
  if (customer.name === profile.name && customer.email === profile.email) return customer
  // A text that the engine refuses, such as an unusual address, is left out.
  return (
    (await updated(merchant, customer.id, profile)) ??
    (await updated(merchant, customer.id, { email: profile.email })) ??
    (await updated(merchant, customer.id, { name: profile.name })) ??
    customer
  )
}

/** Returns the updated customer, or null if the engine refuses the input. */
const updated = async (
  merchant: BillingMerchant,
  id: string,
  profile: Partial<Profile>
): Promise<Customer | null> => {
  try {
    return await merchant.customers.update(id, profile, { idempotencyKey: crypto.randomUUID() })
  } catch (error) {
    if (isEngineError(error) && error._tag === "InvalidInput") return null
    throw error
  }
}
