/** The form of a key of Stripe's test mode, secret or restricted. */
const testKey = /^[sr]k_test_\w{8,}$/

/** A missing key, with the reason in one line. */
export interface KeyMissing {
  readonly needs: string
}

/** Returns the test key in the environment. Live keys are refused, so no money moves. */
export const readTestKey = (key: string | undefined): string | KeyMissing => {
  if (key !== undefined && testKey.test(key)) return key
  const found = key === undefined || key === "" ? "it is not set" : "its value is no test key"
  return {
    needs: `STRIPE_SECRET_KEY must be a secret key of Stripe's test mode, sk_test_…, but ${found}.`
  }
}
