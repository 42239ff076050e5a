/**
 * Payloom's connector to Adyen, and a vault whose cards Adyen keeps. A fake of Adyen to test
 * against is `@payloom/provider-adyen/testing`.
 *
 * @packageDocumentation
 */

export type { AdyenAccount, AdyenConnection, AdyenOptions } from "./AdyenOptions.ts"
export { adyen } from "./adyen.ts"
export { adyenDeclines } from "./adyenDeclines.ts"
export {
  type AdyenDefenseDocument,
  type AdyenDefenseReason,
  type AdyenDefenseReasons,
  type AdyenDispute,
  type AdyenEvidenceRefused,
  type AdyenEvidenceRequest,
  type AdyenEvidenceResult,
  listAdyenDefenseReasons,
  submitAdyenEvidence
} from "./adyenEvidence.ts"
export { type AdyenApms, adyenApms } from "./adyenMethods.ts"
export { type AdyenVaultOptions, adyenVault } from "./adyenVault.ts"
export { storedToken } from "./paymentMethod.ts"
export type { AdyenWallet } from "./wallets.ts"
