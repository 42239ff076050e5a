/**
 * Stripe.js, which Stripe wants to be loaded from there (docs.stripe.com/security/guide), and whom
 * it talks to and shows frames of: for the policy of a page.
 */
export const stripeScript = {
  script: "https://js.stripe.com/v3/",
  origins: [
    "https://js.stripe.com",
    "https://*.js.stripe.com",
    "https://hooks.stripe.com",
    "https://api.stripe.com"
  ]
}
