import { expect } from "vitest"
import { openStripeShop } from "./openStripeShop.ts"

type Details = Readonly<Record<string, string>>

interface More {
  readonly captureMethod?: "manual"
  readonly storedCredential?: { readonly usage: "recurring" }
}

/** The name and the email of a payer. */
export const ada = { name: "Ada Lovelace", email: "ada@shop.example" }

/** Opens a session of 12.50, whose payer can choose alternative methods. */
export const openMethodSession = async (currency: string, more: More = {}) => {
  const opened = await openStripeShop(currency)
  const { payloom, shop } = opened
  await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
  const session = await shop.checkout.create(
    { amount: 1250n, currency, ...more },
    { idempotencyKey: "session" }
  )
  const { secret } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const payer = payloom.payer({
    publishableKey: secret,
    sessionToken: session.sessionToken ?? ""
  })
  const retrieve = () => shop.checkout.retrieve(session.id)
  return {
    ...opened,
    payer,
    retrieve,
    choose: (type: string, details: Details = {}) =>
      payer.confirm(
        { method: "apm", apm: { type, details }, returnUrl: "https://shop.example/back" },
        { ip: "127.0.0.1", userAgent: "Browser" }
      ),
    paymentOf: async () => {
      const { payment } = await retrieve()
      return shop.payments.retrieve(payment ?? expect.unreachable("no payment"))
    }
  }
}
