import { StartRefused } from "@payloom/example-kit/StartRefused"
import { stripeAddressIn } from "@payloom/example-kit/stripeAddress"
import type { StripeAccount, StripeAddress } from "@payloom/provider-stripe"

/** Stripe's mode. */
export type StripeMode = "test" | "live"

/** Stripe's keys and address in the environment. */
export interface StripeKeys {
  readonly mode: StripeMode
  readonly account: StripeAccount & { readonly publishableKey: string }
  readonly address: StripeAddress
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads Stripe's keys from the environment. Refuses a missing key and a key of the other mode. The
 * mode is test unless `--live` is given, so that nobody moves money by mistake.
 */
export const readStripeKeys = (environment: Environment, mode: StripeMode): StripeKeys => {
  const read = (name: string, kinds: string): string => {
    const key = environment[name] ?? ""
    const isKey = new RegExp(`^[${kinds}]k_(test|live)_\\w{8,}$`).exec(key)
    if (isKey === null) throw new StartRefused(`--stripe needs a key of Stripe in ${name}.`)
    if (isKey[1] === mode) return key
    throw new StartRefused(
      mode === "test"
        ? `${name} is a live key. Use a test key, or add --live to move real money.`
        : `${name} is a test key. --live needs a live key.`
    )
  }
  const webhookSecret = environment.STRIPE_WEBHOOK_SECRET ?? ""
  return {
    mode,
    account: {
      apiKey: read("STRIPE_SECRET_KEY", "sr"),
      publishableKey: read("STRIPE_PUBLISHABLE_KEY", "p"),
      webhookSecrets: webhookSecret === "" ? [] : [webhookSecret]
    },
    address: stripeAddressIn(environment.STRIPE_URL)
  }
}
