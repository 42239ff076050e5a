export type { StripeAccount, StripeAddress, StripeOptions } from "./StripeOptions.ts"
export { stripe } from "./stripe.ts"
export { stripeApiVersion } from "./stripeClients.ts"
export { stripeDeclines } from "./stripeDeclines.ts"
export {
  type StripeEvidence,
  type StripeEvidenceFile,
  type StripeEvidenceRequest,
  type StripeEvidenceResult,
  submitStripeEvidence
} from "./stripeEvidence.ts"
export { type StripeApm, stripeApms } from "./stripeMethods.ts"
export { type StripeVaultOptions, stripeVault } from "./stripeVault.ts"
