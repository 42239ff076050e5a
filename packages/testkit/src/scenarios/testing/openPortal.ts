import type { Payloom, PortalSession } from "@payloom/core"
import { atCheckout, type Checkout } from "./openCheckout.ts"
import type { Shop } from "./openShop.ts"
import { newKey } from "./subscribing.ts"

/** The operations of a customer in a portal session. */
export type Portal = ReturnType<Payloom["portal"]>

type Input = Partial<Parameters<ReturnType<Shop["shop"]>["portalSessions"]["create"]>[0]>

/** A portal session, and what its customer does. */
export interface OpenPortal {
  readonly session: PortalSession
  readonly publishableKey: string
  readonly portal: Portal
}

/** Returns the operations of the customer of a session. */
export const portalOf = async (shop: Shop, session: PortalSession): Promise<OpenPortal> => {
  const { payloom } = shop.process()
  const { scope } = shop.shop()
  const { secret: publishableKey } = await payloom.tenants.createApiKey(scope, "publishable")
  const sessionToken = session.sessionToken ?? ""
  return { session, publishableKey, portal: payloom.portal({ publishableKey, sessionToken }) }
}

/** Opens a portal session of a customer, with all permissions by default. */
export const openPortal = async (
  shop: Shop,
  { customer }: { readonly customer: string },
  input: Input = {}
): Promise<OpenPortal> => {
  const all = [
    "payment_instruments",
    "cancel",
    "cancel_now",
    "pause",
    "pay_overdue",
    "receipts"
  ] as const
  const session = await shop
    .shop()
    .portalSessions.create({ customer, allow: all, ...input }, newKey())
  return portalOf(shop, session)
}

/** Returns the checkout session that a portal opened, with the actions of its payer. */
export const checkoutIn = async (
  shop: Shop,
  { checkoutSession, sessionToken }: Awaited<ReturnType<Portal["addInstrument"]>>
): Promise<Checkout> => {
  const session = await shop.shop().checkout.retrieve(checkoutSession)
  return atCheckout(shop, { ...session, sessionToken })
}
