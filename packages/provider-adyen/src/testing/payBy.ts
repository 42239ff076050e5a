import type { ApmDetails, CreateCheckoutSession } from "@payloom/core"
import { adyenApms } from "../adyenMethods.ts"
import { openAdyenShop } from "./openAdyenShop.ts"

const apms = {
  ...adyenApms,
  multibanco: "multibanco",
  sepa_debit: "sepadirectdebit",
  klarna: "klarna",
  mb_way: "mbway"
} as const

/** Opens a session of 12.50 EUR, and pays it by a method. */
export const payBy = async (
  type: string,
  details: ApmDetails = {},
  changes: Partial<CreateCheckoutSession> = {},
  returnUrl = "https://shop.example/back"
) => {
  const sent: Array<Record<string, unknown>> = []
  const recording: typeof fetch = (url, init) => {
    if (String(url).endsWith("/payments")) sent.push(JSON.parse(String(init?.body)))
    return fetch(url, init)
  }
  const world = await openAdyenShop({ apms, fetch: recording })
  const { payloom, shop, fake } = world
  await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
  const session = await shop.checkout.create(
    { amount: 1250n, currency: "EUR", ...changes },
    { idempotencyKey: "session" }
  )
  const key = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const sessionToken = session.sessionToken ?? ""
  const payer = payloom.payer({ publishableKey: key.secret, sessionToken })
  const view = await payer.confirm({
    method: "apm",
    apm: { type, details },
    returnUrl,
    billingAddress: { line1: "Main St 1", country: "DE" }
  })
  const reference = fake.allPayments()[0]?.reference ?? ""
  const statusOf = async () => (await shop.checkout.retrieve(session.id)).status
  const paymentOf = async () => {
    const { payment } = await shop.checkout.retrieve(session.id)
    return shop.payments.retrieve(payment ?? "")
  }
  return { ...world, payer, session, view, reference, statusOf, paymentOf, sent: () => sent }
}
