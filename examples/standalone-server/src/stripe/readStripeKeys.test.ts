import { describe, expect, it } from "vitest"
import { readStripeKeys } from "./readStripeKeys.ts"

const keysOf = (mode: "test" | "live") => ({
  STRIPE_SECRET_KEY: `sk_${mode}_123456789`,
  STRIPE_PUBLISHABLE_KEY: `pk_${mode}_123456789`
})

describe("the keys of Stripe in the environment", () => {
  it("are accepted in the requested mode, with the secret of webhooks", () => {
    const environment = { ...keysOf("test"), STRIPE_WEBHOOK_SECRET: "whsec_1" }
    expect(readStripeKeys(environment, "test")).toEqual({
      mode: "test",
      account: {
        apiKey: "sk_test_123456789",
        publishableKey: "pk_test_123456789",
        webhookSecrets: ["whsec_1"]
      },
      address: {}
    })
    expect(readStripeKeys(keysOf("live"), "live").account.webhookSecrets).toEqual([])
  })

  it("are refused in the mode that wasn't requested", () => {
    expect(() => readStripeKeys(keysOf("live"), "test")).toThrow(
      "STRIPE_SECRET_KEY is a live key. Use a test key, or add --live to move real money."
    )
    expect(() => readStripeKeys(keysOf("test"), "live")).toThrow(
      "STRIPE_SECRET_KEY is a test key. --live needs a live key."
    )
    const mixed = { ...keysOf("test"), STRIPE_PUBLISHABLE_KEY: "pk_live_123456789" }
    expect(() => readStripeKeys(mixed, "test")).toThrow("STRIPE_PUBLISHABLE_KEY is a live key")
  })

  it("are refused by name if one is missing or invalid, without its value", () => {
    expect(() => readStripeKeys({}, "test")).toThrow(
      "--stripe needs a key of Stripe in STRIPE_SECRET_KEY."
    )
    const swapped = { ...keysOf("test"), STRIPE_PUBLISHABLE_KEY: "sk_test_123456789" }
    expect(() => readStripeKeys(swapped, "test")).toThrow(
      /^--stripe needs a key of Stripe in STRIPE_PUBLISHABLE_KEY\.$/
    )
  })

  it("may be used with another server in Stripe's place", () => {
    const environment = { ...keysOf("test"), STRIPE_URL: "http://127.0.0.1:4242" }
    expect(readStripeKeys(environment, "test").address).toEqual({
      host: "127.0.0.1",
      port: "4242",
      protocol: "http"
    })
  })
})
