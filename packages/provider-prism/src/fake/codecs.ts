import type { AccountOf, ProcessorName } from "../processors/processors.ts"
import { adyenCodec } from "./codecs/adyenCodec.ts"
import { airwallexCodec } from "./codecs/airwallexCodec.ts"
import { braintreeCodec } from "./codecs/braintreeCodec.ts"
import { checkoutCodec } from "./codecs/checkoutCodec.ts"
import { mollieCodec } from "./codecs/mollieCodec.ts"
import { paypalCodec } from "./codecs/paypalCodec.ts"
import { stripeCodec } from "./codecs/stripeCodec.ts"
import { worldpayCodec } from "./codecs/worldpayCodec.ts"
import type { FakeCodec } from "./FakeCodec.ts"

/** The codecs of the fakes, by processor. */
export const codecs: { readonly [Name in ProcessorName]: FakeCodec<AccountOf<Name>> } = {
  adyen: adyenCodec,
  airwallex: airwallexCodec,
  braintree: braintreeCodec,
  checkout: checkoutCodec,
  mollie: mollieCodec,
  paypal: paypalCodec,
  stripe: stripeCodec,
  worldpay: worldpayCodec
}
