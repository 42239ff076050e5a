import type { PaymentInstrument } from "@payloom/core"
import type { ShopOptions } from "./ground.ts"
import { openCheckout, returnUrl } from "./openCheckout.ts"
import { minute, type Shop } from "./openShop.ts"
import { newKey } from "./subscribing.ts"

/** The options of a shop that takes cards and debits. */
export const debitShop: ShopOptions = { methods: ["card", "apm"] }

/** The confirm of a payer who gives their account to debit. */
export const debit = {
  method: "apm",
  apm: {
    type: "sandbox_debit",
    details: { name: "Ada Lovelace", accountNumber: "DE89370400440532013000" }
  },
  returnUrl
} as const

/** Pays a session of 12.50 EUR by a debit, and waits until it is approved. */
export const payByDebit = async (shop: Shop, input: { readonly customer?: string } = {}) => {
  const checkout = await openCheckout(shop, {
    amount: 1250n,
    currency: "EUR",
    storedCredential: { usage: "recurring" },
    ...input
  })
  await checkout.submit(debit)
  await shop.elapse(minute)
  return checkout
}

/** Saves the account that a new customer paid from. */
export const saveDebit = async (shop: Shop): Promise<PaymentInstrument> => {
  const { customers, paymentInstruments } = shop.shop()
  const { id: customer } = await customers.create({}, newKey())
  const { id: checkoutSession } = await payByDebit(shop, { customer })
  return paymentInstruments.create({ customer, checkoutSession }, newKey())
}
