import { StartRefused } from "@payloom/example-kit/StartRefused"
import { stripeAddressIn } from "@payloom/example-kit/stripeAddress"
import type { StripeAccount, StripeAddress } from "@payloom/provider-stripe"

/** Which of Stripe's modes, where the command line asks for Stripe. */
export type StripeMode = "test" | "live"

/** What the environment says of Stripe. */
export interface StripeKeys {
  readonly mode: StripeMode
  readonly account: StripeAccount & { readonly publishableKey: string }
  readonly address: StripeAddress
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The keys in the environment. Refused where one is missing or of the other mode: test keys alone
 * are taken unless `--live` is said, so that nobody moves money by mistake.
 */
export const readStripeKeys = (environment: Environment, mode: StripeMode): StripeKeys => {
  const read = (name: string, kinds: string): string => {
    const key = environment[name] ?? ""
    const isKey = new RegExp(`^[${kinds}]k_(test|live)_\\w{8,}$`).exec(key)
    if (isKey === null) throw new StartRefused(`--stripe takes a key of Stripe's in ${name}.`)
    if (isKey[1] === mode) return key
    throw new StartRefused(
      mode === "test"
        ? `${name} is a live key: --stripe takes test keys alone, unless --live is said too.`
        : `${name} is a test key: --live takes live ones.`
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
