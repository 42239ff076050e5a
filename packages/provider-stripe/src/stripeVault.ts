import { createHmac } from "node:crypto"
import { type CardVaultPort, defineCardVault, type Scope, type VaultedCard } from "@payloom/core"
import type Stripe from "stripe"
import type { StripeOptions } from "./StripeOptions.ts"
import { stripeClients } from "./stripeClients.ts"
import { asked, cardErrorIn } from "./stripeErrors.ts"

/** The options of the vault at Stripe. */
export interface StripeVaultOptions
  extends Omit<StripeOptions, "apms" | "relay" | "threeDs" | "mitExemption"> {
  /**
   * Returns the `credentials` of the account that keeps a merchant's cards. Only this account can
   * charge them.
   */
  readonly credentialsOf: (scope: Scope) => string
}

/**
 * Creates a vault whose cards Stripe keeps. Stripe's fields in the payer's browser create a
 * PaymentMethod, and its id takes the place of the ciphertext. Each card gets a Customer of its
 * own, so that it can be charged again. Only the account that created the card can charge it.
 */
export const stripeVault = (options: StripeVaultOptions): CardVaultPort => {
  const clients = stripeClients(options)
  const { name: provider = "stripe" } = options
  return defineCardVault({
    store: async ({ scope, ciphertext: id, fingerprintKey }): Promise<VaultedCard | null> => {
      if (!/^pm_\w{1,250}$/.test(id)) return null
      const credentials = options.credentialsOf(scope)
      const { api } = clients({ id: "vault", credentials })
      const method = await asked<Stripe.PaymentMethod | null>(
        api.paymentMethods.retrieve(id),
        () => null
      )
      if (method?.card === undefined) return null
      const customer = await customerOf(api, method)
      if (customer === "another's") return null
      const { brand, last4, exp_month, exp_year, funding, country, fingerprint } = method.card
      return {
        vaultReference: id,
        brand,
        last4,
        expMonth: exp_month,
        expYear: exp_year,
        funding,
        country: country ?? "ZZ",
        fingerprint: createHmac("sha256", fingerprintKey)
          .update(fingerprint ?? id)
          .digest("base64url"),
        tokens: [{ provider, credentials, token: customer === null ? id : `${id}:${customer}` }],
        chargeableBy: "token_accounts"
      }
    },
    forget: async ({ scope, vaultReference: id }) => {
      const { api } = clients({ id: "vault", credentials: options.credentialsOf(scope) })
      const method = await asked<Stripe.PaymentMethod | null>(
        api.paymentMethods.retrieve(id),
        () => null
      )
      const owner = await ownerOf(api, method)
      if (owner === null) return
      // A card that was imported belongs to a Customer of the merchant, which stays.
      await (owner.isOurs
        ? asked<unknown>(api.customers.del(owner.name), () => null)
        : asked<unknown>(api.paymentMethods.detach(id), () => null))
    }
  })
}

/** The key of metadata in which a Customer names its one card. */
const cardKey = "payloom_card"

/**
 * The age up to which a card that has its Customer is accepted again. The payer's field retries if
 * the server kept the card and then crashed.
 */
const freshSeconds = 3600

/** Returns the Customer of a card, and if it is the card's own. Null if it has none. */
const ownerOf = async (
  api: Stripe,
  method: Stripe.PaymentMethod | null
): Promise<{ readonly name: string; readonly isOurs: boolean } | null> => {
  const owner = method?.customer ?? null
  if (method === null || owner === null) return null
  const name = typeof owner === "string" ? owner : owner.id
  const known = await api.customers.retrieve(name)
  return { name, isOurs: known.deleted !== true && known.metadata[cardKey] === method.id }
}

/**
 * Returns the Customer that keeps a card, and creates it first if there is none. A card of another
 * Customer is refused, because knowing its id doesn't make it the payer's. Returns null if the
 * issuer declines the card at this point. The card is then charged without a Customer, and
 * declined.
 */
const customerOf = async (
  api: Stripe,
  method: Stripe.PaymentMethod
): Promise<string | null | "another's"> => {
  const { id, created } = method
  const known = await ownerOf(api, method)
  if (known !== null) {
    const isFresh = Date.now() / 1000 - created < freshSeconds
    return known.isOurs && isFresh ? known.name : "another's"
  }
  const { id: customer } = await api.customers.create(
    { metadata: { [cardKey]: id } },
    { idempotencyKey: `payloom_customer_${id}` }
  )
  try {
    await api.paymentMethods.attach(id, { customer }, { idempotencyKey: `payloom_attach_${id}` })
    return customer
  } catch (thrown) {
    if (cardErrorIn(thrown) !== null) return null
    throw thrown
  }
}
