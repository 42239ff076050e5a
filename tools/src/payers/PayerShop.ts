import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox, TestCardName } from "@payloom/testkit"

/** A checkout session that an attacker may pay. */
export interface OpenedSession {
  readonly id: string
  readonly token: string
  readonly amount: bigint
}

/** A shop whose payers attack it. */
export interface PayerShop {
  readonly merchant: Merchant
  readonly publishableKey: string
  readonly secretKey: string
  /** The publishable key of another tenant. */
  readonly otherKey: string
  /** The token of the attacker's portal, and the ids in it. */
  readonly portal: { readonly token: string; readonly ids: PortalIds }
  /** The ids of another customer of the same shop. */
  readonly victim: PortalIds
  readonly ciphertexts: ReadonlyArray<string>
  /** Opens a session as the merchant does. The number decides its kind. */
  readonly openSession: (kind: number) => Promise<OpenedSession>
  readonly answerChallenge: Sandbox["answerChallenge"]
}

/** The ids that the portal of a customer names. */
export interface PortalIds {
  readonly customer: string
  readonly instruments: ReadonlyArray<string>
  readonly subscriptions: ReadonlyArray<string>
  readonly receipts: ReadonlyArray<string>
}

/** A text in everything that only the merchant may read. */
export const merchantsNote = "only-the-merchant-reads-this"

/** The victim's name and email address. */
export const victimsName = "Bob Victim"

/** The origin that the shop lists. */
export const shopOrigin = "https://shop.example"

const cards: ReadonlyArray<TestCardName> = [
  "approved",
  "insufficient_funds",
  "three_ds_challenge",
  "lost_answer"
]

/** The attacker's portal allows everything that a portal can. */
const allow = [
  "receipts",
  "payment_instruments",
  "pause",
  "cancel",
  "cancel_now",
  "pay_overdue"
] as const

/** Opens a shop with an attacker and a victim, who are its customers. */
export const openPayerShop = async (box: Sandbox, payloom: Payloom): Promise<PayerShop> => {
  const merchant = await box.openShop(payloom, { returnOrigins: [shopOrigin] })
  const other = await box.openShop(payloom, { reference: "other" })
  const keyOf = async (...of: Parameters<typeof payloom.tenants.createApiKey>) =>
    (await payloom.tenants.createApiKey(...of)).secret
  const ciphertexts = await Promise.all(cards.map(box.encryptCard))
  const [approved = ""] = ciphertexts
  const attacker = await openCustomer(merchant, "Ada", approved)
  const victim = await openCustomer(merchant, victimsName, approved)
  const portal = await merchant.portalSessions.create(
    { customer: attacker.customer, allow },
    { idempotencyKey: "portal" }
  )
  return {
    merchant,
    publishableKey: await keyOf(merchant.scope, "publishable"),
    secretKey: await keyOf(merchant.scope, "secret"),
    otherKey: await keyOf(other.scope, "publishable"),
    portal: { token: portal.sessionToken ?? "", ids: attacker },
    victim,
    ciphertexts,
    openSession: sessionsOf(merchant, attacker),
    answerChallenge: box.answerChallenge
  }
}

const monthly = { unit: "month", count: 1 } as const
const metadata = { note: merchantsNote }

const openCustomer = async (
  merchant: Merchant,
  name: string,
  ciphertext: string
): Promise<PortalIds> => {
  const once = (what: string) => ({ idempotencyKey: `${name} ${what}` })
  const person = { name, email: `${name.replace(" ", ".")}@example.com`, metadata }
  const { id: customer } = await merchant.customers.create(person, once("customer"))
  const instruments: Array<string> = []
  for (let nth = 0; nth < 2; nth++) {
    instruments.push((await merchant.cards.save({ ciphertext, customer })).id)
  }
  const [paymentInstrument = ""] = instruments
  const money = { amount: 1250n, currency: "EUR", customer, paymentInstrument, metadata }
  const subscription = await merchant.subscriptions.create(
    { ...money, interval: monthly },
    once("subscription")
  )
  const payment = await merchant.payments.create({ ...money, type: "one_off" }, once("payment"))
  return { customer, instruments, subscriptions: [subscription.id], receipts: [payment.id] }
}

const sessionsOf = (merchant: Merchant, { customer }: PortalIds) => {
  let opened = 0
  return async (kind: number): Promise<OpenedSession> => {
    opened += 1
    const amount = BigInt(1000 + (opened % 500))
    const money = { amount, currency: "EUR" }
    const kinds = [
      money,
      { ...money, customer },
      { ...money, captureMethod: "manual" },
      { ...money, mode: "subscription", interval: monthly, customer },
      { amount: 0n, currency: "EUR", customer }
    ] as const
    const session = await merchant.checkout.create(
      { ...(kinds[kind % kinds.length] ?? money), metadata },
      { idempotencyKey: `session ${opened}` }
    )
    return { id: session.id, token: session.sessionToken ?? "", amount: session.amount ?? 0n }
  }
}
