/** A key of Stripe's test mode, secret or restricted. */
const testKey = /^[sr]k_test_\w{8,}$/

/** What is missing, in a line. */
export interface KeyMissing {
  readonly needs: string
}

/** The key that the environment has: no payment of this example moves money. */
export const readTestKey = (key: string | undefined): string | KeyMissing => {
  if (key !== undefined && testKey.test(key)) return key
  const found = key === undefined || key === "" ? "it is not set" : "that one is none"
  return {
    needs: `STRIPE_SECRET_KEY has to be a secret key of Stripe's test mode, sk_test_…: ${found}.`
  }
}
