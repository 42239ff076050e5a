/**
 * The payer's half of Payloom's HTTP API, for a browser.
 *
 * @packageDocumentation
 */
export type { CallOptions, Fetch, SendingOptions, SentRequest } from "../ClientOptions.ts"
export type {
  CheckoutResult,
  ConfirmSession,
  Decline,
  PayerSession,
  Portal,
  PortalCheckout,
  PortalInstrument,
  PortalSubscription,
  Receipt
} from "../generated/api.ts"
export type { Page, Pages } from "../Pages.ts"
export { type ClientErrorCode, PayloomError } from "../PayloomError.ts"
export {
  createPayerClient,
  type PayerClient,
  type PayerClientOptions
} from "./createPayerClient.ts"
export {
  createPortalClient,
  type PortalClient,
  type PortalClientOptions,
  type PortalPage
} from "./createPortalClient.ts"
