import type { CheckoutResult, CheckoutSession, Merchant, Payloom } from "@payloom/core"
import type { TestCardName } from "../../sandbox/testCards.ts"
import type { Shop } from "./openShop.ts"

type SessionInput = Parameters<Merchant["checkout"]["create"]>[0]

/** A session, and what its payer may do, in whichever process. */
export interface Checkout {
  readonly id: CheckoutSession["id"]
  readonly session: CheckoutSession
  readonly payer: (payloom?: Payloom) => ReturnType<Payloom["payer"]>
  /** A confirm by a test card, its ciphertext made: to be sent when the time has come. */
  readonly prepare: (
    card: TestCardName,
    payloom?: Payloom
  ) => Promise<() => Promise<CheckoutResult>>
  /** Pays with a test card, and lets as much time pass as the answer needs. */
  readonly confirm: (card: TestCardName, payloom?: Payloom) => Promise<CheckoutResult>
  /** The payer is back from a challenge, by its 3DS session's id. */
  readonly comeBack: (challenge: string, card?: TestCardName) => Promise<CheckoutResult>
  /** The session as its merchant sees it now. */
  readonly retrieve: () => Promise<CheckoutSession>
}

/** Creates a session, of 12.50 EUR where nothing else is said. */
export const openCheckout = async (
  shop: Shop,
  input: SessionInput = { amount: 1250n, currency: "EUR" }
): Promise<Checkout> => {
  const { tenants } = shop.process().payloom
  const { secret: publishableKey } = await tenants.createApiKey(shop.shop().scope, "publishable")
  const options = { idempotencyKey: `session ${Math.random()}` }
  const session = await shop.shop().checkout.create(input, options)
  const credentials = { publishableKey, sessionToken: session.sessionToken ?? "" }
  const payer: Checkout["payer"] = (payloom = shop.process().payloom) => payloom.payer(credentials)
  const details = async (card: TestCardName) => ({
    card: { ciphertext: await shop.box.encryptCard(card) }
  })
  const prepare: Checkout["prepare"] = async (card, payloom) => {
    const given = await details(card)
    return () => shop.until(payer(payloom).confirm({ method: "card", ...given }))
  }
  return {
    id: session.id,
    session,
    payer,
    prepare,
    confirm: async (card, payloom) => (await prepare(card, payloom))(),
    comeBack: async (threeDsSessionId, card) => {
      const given = card === undefined ? {} : await details(card)
      return shop.until(payer().confirm({ method: "card", threeDsSessionId, ...given }))
    },
    retrieve: () => shop.shop().checkout.retrieve(session.id)
  }
}
