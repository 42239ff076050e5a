import { createHash } from "node:crypto"

/** What the fake gave an account, in the form that the connector takes. */
export interface FakeStripeAccount {
  readonly apiKey: string
  readonly publishableKey: string
  readonly webhookSecrets: readonly [string]
  /** Of a connected account, which is reached by its platform's key. */
  readonly stripeAccount?: string
}

/** The name of the account that tests mean where they name none. */
export const usualAccount = "main"

/** The fake's accounts by names, each with keys that are made of its name. */
export const fakeAccounts = (seed: string) => {
  const secretOf = (name: string, what: string): string =>
    createHash("sha256").update(`${seed} ${name} ${what}`).digest("hex").slice(0, 24)
  const webhookSecretOf = (name: string): string => `whsec_${secretOf(name, "webhooks")}`
  const names = new Map<string, string>()
  const revoked = new Set<string>()
  const connectedIds = new Map<string, string>()
  const account = (name: string = usualAccount): FakeStripeAccount => {
    const apiKey = `sk_test_${secretOf(name, "secret")}`
    const publishableKey = `pk_test_${secretOf(name, "page")}`
    names.set(apiKey, name)
    names.set(publishableKey, name)
    return { apiKey, publishableKey, webhookSecrets: [webhookSecretOf(name)] }
  }
  return {
    account,
    webhookSecretOf,
    /** What Stripe calls a connected account; null for one that is none. */
    connectedOf: (name: string): string | null => connectedIds.get(name) ?? null,
    connected: (name: string, platform?: string): FakeStripeAccount => {
      const stripeAccount = `acct_${secretOf(name, "id").slice(0, 16)}`
      connectedIds.set(name, stripeAccount)
      return { ...account(platform), webhookSecrets: [webhookSecretOf(name)], stripeAccount }
    },
    revoke: (name: string): void => void revoked.add(account(name).apiKey),
    /** Whom a key, with a connected account behind it, is of; null for one that is no key. */
    named: (key: string, connected: string | null): string | null => {
      const own = revoked.has(key) ? null : (names.get(key) ?? null)
      if (connected === null || own === null) return own
      return [...connectedIds].find(([, id]) => id === connected)?.[0] ?? null
    }
  }
}
