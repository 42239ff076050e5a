import { createHmac } from "node:crypto"
import { type CardVaultPort, defineCardVault, type Scope, type VaultedCard } from "@payloom/core"
import type Stripe from "stripe"
import type { StripeOptions } from "./StripeOptions.ts"
import { stripeClients } from "./stripeClients.ts"
import { asked, cardErrorIn } from "./stripeErrors.ts"

/** How Stripe keeps the cards that its accounts charge. */
export interface StripeVaultOptions
  extends Omit<StripeOptions, "relay" | "threeDs" | "mitExemption"> {
  /** The `credentials` of the account that keeps a merchant's cards, and alone charges them. */
  readonly credentialsOf: (scope: Scope) => string
}

/**
 * Stripe as the vault: its fields in the payer's browser make a PaymentMethod, whose id takes the
 * ciphertext's place. It is kept with a Customer of its own, so that it can be charged again, and
 * is charged by the account alone that made it.
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
    }
  })
}

/** The key of metadata by which a Customer names the one card that it is for. */
const cardKey = "payloom_card"

/** So long a payer's field waits for the server, which may have kept the card and broken down. */
const freshSeconds = 3600

/**
 * The Customer that keeps a card: made for it alone. A card that another Customer has is not the
 * payer's, whoever knows its id. One that its issuer declines even so is kept by nobody, and is
 * declined when it is charged.
 */
const customerOf = async (
  api: Stripe,
  { id, customer: owner, created }: Stripe.PaymentMethod
): Promise<string | null | "another's"> => {
  if (owner !== null) {
    const name = typeof owner === "string" ? owner : owner.id
    const known = await api.customers.retrieve(name)
    const isOurs = known.deleted !== true && known.metadata[cardKey] === id
    const isFresh = Date.now() / 1000 - created < freshSeconds
    return isOurs && isFresh ? name : "another's"
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
