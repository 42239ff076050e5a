/**
 * Payloom's connector to processors through the library hyperswitch-prism. Fakes of the processors
 * to test against are `@payloom/provider-prism/testing`.
 *
 * @packageDocumentation
 */

export {
  type AnsweredError,
  type BuiltRequest,
  type EnumMember,
  type Flow,
  type FlowCall,
  type Message,
  type MessageValue,
  type ParsedAnswer,
  type PayerPage,
  type PrismLibrary,
  PrismRefused,
  PrismUnavailable,
  type RawAnswer,
  type SecretText
} from "./library/PrismLibrary.ts"
export { workerLibrary } from "./library/workerLibrary.ts"
export type { PrismOptions, PrismOptionsOf } from "./PrismOptions.ts"
export type { Fact } from "./Processor.ts"
export { prism } from "./prism.ts"
export type { AdyenPrismAccount } from "./processors/adyen/adyen.ts"
export type { AirwallexAccount } from "./processors/airwallex/airwallex.ts"
export type { AuthorizedotnetAccount } from "./processors/authorizedotnet/authorizedotnet.ts"
export type { BraintreeAccount } from "./processors/braintree/braintree.ts"
export type { CheckoutAccount } from "./processors/checkout/checkout.ts"
export type { CybersourceAccount } from "./processors/cybersource/cybersource.ts"
export type { MollieAccount } from "./processors/mollie/mollie.ts"
export { type NotOffered, notOffered } from "./processors/notOffered.ts"
export type { NuveiAccount } from "./processors/nuvei/nuvei.ts"
export type { PaypalAccount } from "./processors/paypal/paypal.ts"
export {
  type AccountOf,
  type ProcessorName,
  type ProcessorRow,
  processorRows
} from "./processors/processors.ts"
export type { RapydAccount } from "./processors/rapyd/rapyd.ts"
export type { StripePrismAccount } from "./processors/stripe/stripe.ts"
export type { WorldpayAccount } from "./processors/worldpay/worldpay.ts"
