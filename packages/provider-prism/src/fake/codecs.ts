import type { AccountOf, ProcessorName } from "../processors/processors.ts"
import { adyenCodec } from "./codecs/adyenCodec.ts"
import { airwallexCodec } from "./codecs/airwallexCodec.ts"
import { authorizedotnetCodec } from "./codecs/authorizedotnetCodec.ts"
import { braintreeCodec } from "./codecs/braintreeCodec.ts"
import { checkoutCodec } from "./codecs/checkoutCodec.ts"
import { cybersourceCodec } from "./codecs/cybersourceCodec.ts"
import { mollieCodec } from "./codecs/mollieCodec.ts"
import { nuveiCodec } from "./codecs/nuveiCodec.ts"
import { paypalCodec } from "./codecs/paypalCodec.ts"
import { rapydCodec } from "./codecs/rapydCodec.ts"
import { stripeCodec } from "./codecs/stripeCodec.ts"
import { worldpayCodec } from "./codecs/worldpayCodec.ts"
import type { FakeCodec } from "./FakeCodec.ts"

/** The codecs of the fakes, by processor. */
export const codecs: { readonly [Name in ProcessorName]: FakeCodec<AccountOf<Name>> } = {
  adyen: adyenCodec,
  airwallex: airwallexCodec,
  authorizedotnet: authorizedotnetCodec,
  braintree: braintreeCodec,
  checkout: checkoutCodec,
  cybersource: cybersourceCodec,
  mollie: mollieCodec,
  nuvei: nuveiCodec,
  paypal: paypalCodec,
  rapyd: rapydCodec,
  stripe: stripeCodec,
  worldpay: worldpayCodec
}
