/**
 * The address of Stripe.js and the origins that it uses, for the policy of a page. Stripe requires
 * loading it from there (docs.stripe.com/security/guide).
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
