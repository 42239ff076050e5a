import { createHash } from "node:crypto"

/** An account of the fake, in the form that the connector takes. */
export interface FakeStripeAccount {
  readonly apiKey: string
  readonly publishableKey: string
  readonly webhookSecrets: readonly [string]
  /** The id of a connected account. `apiKey` is then the key of its platform. */
  readonly stripeAccount?: string
}

/** The account that is used if a test names none. */
export const usualAccount = "main"

/** Creates the fake's accounts. The keys of an account are derived from its name and the seed. */
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
    /** Returns the id of a connected account, or null if the account is not connected. */
    connectedOf: (name: string): string | null => connectedIds.get(name) ?? null,
    connected: (name: string, platform?: string): FakeStripeAccount => {
      const stripeAccount = `acct_${secretOf(name, "id").slice(0, 16)}`
      connectedIds.set(name, stripeAccount)
      return { ...account(platform), webhookSecrets: [webhookSecretOf(name)], stripeAccount }
    },
    revoke: (name: string): void => void revoked.add(account(name).apiKey),
    /**
     * Returns the account of a key, or the connected account behind the key, or null if the key is
     * invalid.
     */
    named: (key: string, connected: string | null): string | null => {
      const own = revoked.has(key) ? null : (names.get(key) ?? null)
      if (connected === null || own === null) return own
      return [...connectedIds].find(([, id]) => id === connected)?.[0] ?? null
    }
  }
}
