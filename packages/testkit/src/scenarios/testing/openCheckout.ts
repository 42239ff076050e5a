import type { CheckoutResult, CheckoutSession, Merchant, Payloom } from "@payloom/core"
import type { SandboxApm } from "../../sandbox/sandboxMethods.ts"
import type { TestCardName } from "../../sandbox/testCards.ts"
import { encrypted, type Shop } from "./openShop.ts"

type SessionInput = Parameters<Merchant["checkout"]["create"]>[0]

type Confirm = Parameters<ReturnType<Payloom["payer"]>["confirm"]>[0]

/** The URL to which payers of these tests return. */
export const returnUrl = "https://shop.example/back"

/** A session and the actions of its payer, in any process. */
export interface Checkout {
  readonly id: CheckoutSession["id"]
  readonly session: CheckoutSession
  readonly payer: (payloom?: Payloom) => ReturnType<Payloom["payer"]>
  /** Prepares a confirm by a test card with its ciphertext, to be sent later. */
  readonly prepare: (
    card: TestCardName,
    payloom?: Payloom,
    more?: Partial<Confirm>
  ) => Promise<() => Promise<CheckoutResult>>
  /** Pays with a test card, and lets as much time pass as the answer needs. */
  readonly confirm: (
    card: TestCardName,
    payloom?: Payloom,
    more?: Partial<Confirm>
  ) => Promise<CheckoutResult>
  /** Simulates the payer's return from a challenge, by the id of its 3DS session. */
  readonly returnFromRedirect: (challenge: string, card?: TestCardName) => Promise<CheckoutResult>
  /** Sends any confirm, and lets as much time pass as the answer needs. */
  readonly submit: (given: Confirm, payloom?: Payloom) => Promise<CheckoutResult>
  /** Chooses an alternative method that returns to the shop. */
  readonly choose: (type: SandboxApm, payloom?: Payloom) => Promise<CheckoutResult>
  /** Returns the session as its merchant sees it now. */
  readonly retrieve: () => Promise<CheckoutSession>
}

const opened = new WeakMap<Shop, number>()

/** Creates a session, of 12.50 EUR by default. */
export const openCheckout = async (
  shop: Shop,
  input: SessionInput = { amount: 1250n, currency: "EUR" }
): Promise<Checkout> => {
  const { tenants } = shop.process().payloom
  const { scope } = shop.shop()
  await tenants.updateAccount(scope, { returnOrigins: ["https://shop.example"] })
  const number = (opened.get(shop) ?? 0) + 1
  opened.set(shop, number)
  const options = { idempotencyKey: `session ${number}` }
  return atCheckout(shop, await shop.shop().checkout.create(input, options))
}

/** Returns the actions of the payer of a session. */
export const atCheckout = async (shop: Shop, session: CheckoutSession): Promise<Checkout> => {
  const { tenants } = shop.process().payloom
  const { secret: publishableKey } = await tenants.createApiKey(shop.shop().scope, "publishable")
  const credentials = { publishableKey, sessionToken: session.sessionToken ?? "" }
  const payer: Checkout["payer"] = (payloom = shop.process().payloom) => payloom.payer(credentials)
  const details = async (card: TestCardName) => ({
    card: { ciphertext: await encrypted(shop.box, card) }
  })
  const submit: Checkout["submit"] = (given, payloom) => shop.until(payer(payloom).confirm(given))
  const prepare: Checkout["prepare"] = async (card, payloom, more = {}) => {
    const given = await details(card)
    return () => submit({ method: "card", ...given, ...more }, payloom)
  }
  return {
    id: session.id,
    session,
    payer,
    prepare,
    confirm: async (card, payloom, more) => (await prepare(card, payloom, more))(),
    returnFromRedirect: async (threeDsSessionId, card) => {
      const given = card === undefined ? {} : await details(card)
      return submit({ method: "card", threeDsSessionId, ...given })
    },
    submit,
    choose: (type, payloom) => submit({ method: "apm", apm: { type }, returnUrl }, payloom),
    retrieve: () => shop.shop().checkout.retrieve(session.id)
  }
}

/** Returns the id of the 3DS session that a payer is asked to complete, or an empty text. */
export const challengeOf = ({ action }: CheckoutResult): string =>
  action?.type === "three_ds_challenge" ? action.session : ""
