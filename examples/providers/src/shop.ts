import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import type { ProviderFake } from "./fakes/ProviderFake.ts"
import { type CardName, cardNames, lowestAmount } from "./orders.ts"
import { payer } from "./payer.ts"
import { credentials } from "./vault.ts"

/** A shop with an account at each provider. */
export interface Shop {
  readonly merchant: Merchant
  readonly secretKey: string
  readonly publishableKey: string
  /** The merchant accounts by provider. */
  readonly mids: ReadonlyMap<string, string>
  readonly customer: string
  /** The saved cards. */
  readonly saved: ReadonlyMap<CardName, string>
  /** The texts that the card field makes when a payer types a card. */
  readonly ciphertexts: ReadonlyMap<CardName, string>
}

/** The providers of a shop, and the number of orders that it will have. */
export interface ShopPlan {
  readonly providers: ReadonlyArray<ProviderFake>
  readonly orders: number
}

/** Opens the shop, saves its cards, and shares its payments between all accounts. */
export const openShop = async (
  payloom: Payloom,
  box: Sandbox,
  { providers, orders }: ShopPlan
): Promise<Shop> => {
  const { id } = await payloom.tenants.create({
    displayName: "Shop",
    defaultCurrency: "EUR",
    returnOrigins: ["https://shop.example"]
  })
  const merchant = payloom.merchant({ tenant: id, mode: "test" })
  const mids = new Map<string, string>()
  for (const { provider, currencies, methods } of providers) {
    const taken = { currencies: notEmpty(currencies), methods: notEmpty(methods) }
    const account = { name: provider, provider, ...taken, credentials }
    mids.set(provider, (await merchant.routing.createMid(account)).id)
  }
  await merchant.routing.setRules(rulesFor([...mids.values()], orders))
  const customer = await createCustomer(merchant)
  const saved = new Map<CardName, string>()
  const ciphertexts = new Map<CardName, string>()
  for (const name of cardNames) {
    const ciphertext = await box.encryptCard(name)
    ciphertexts.set(name, ciphertext)
    saved.set(name, (await merchant.cards.save({ ciphertext, customer: customer.id })).id)
  }
  const keyOf = async (kind: "secret" | "publishable") =>
    (await payloom.tenants.createApiKey(merchant.scope, kind)).secret
  return {
    merchant,
    mids,
    customer: customer.id,
    saved,
    ciphertexts,
    secretKey: await keyOf("secret"),
    publishableKey: await keyOf("publishable")
  }
}

const createCustomer = ({ customers }: Merchant) => {
  const { name, email, billingAddress } = payer
  const { country, postalCode } = billingAddress
  const details = { name, email, billingAddress: { country, postalCode } }
  return customers.create(details, { idempotencyKey: "the payer" })
}

const notEmpty = <A>(all: ReadonlyArray<A>): readonly [A, ...Array<A>] => {
  const [first, ...others] = all
  if (first === undefined) throw new Error("The list is empty.")
  return [first, ...others]
}

type Rules = Parameters<Merchant["routing"]["setRules"]>[0]

/**
 * Returns a rule for each account, for as many orders as the others have. The first attempt of a
 * payment goes to any account by chance, and a cascade from there begins at the rule's account.
 */
const rulesFor = (mids: ReadonlyArray<string>, orders: number): Rules => {
  const share = BigInt(Math.ceil(orders / mids.length))
  return mids.map((first, nth) => {
    const amountFrom = nth === 0 ? 0n : lowestAmount + share * BigInt(nth)
    const isLast = nth === mids.length - 1
    const amountTo = isLast ? {} : { amountTo: lowestAmount + share * BigInt(nth + 1) - 1n }
    const targets = [...mids.slice(nth), ...mids.slice(0, nth)].map((mid) => ({ mid, weight: 1 }))
    return {
      name: `cascades begin at ${first}`,
      conditions: { amountFrom, ...amountTo },
      order: "weighted",
      targets: notEmpty(targets)
    }
  })
}
