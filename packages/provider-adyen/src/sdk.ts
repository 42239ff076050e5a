import ClientModule from "@adyen/api-library/lib/src/client.js"
import HmacModule from "@adyen/api-library/lib/src/utils/hmacValidator.js"

/** A class of the SDK's, which some loaders take out of its module and others leave in there. */
const unwrapped = <A>(module: { readonly default: A }): A =>
  module.default ?? (module as unknown as A)

/** What the SDK's services send by. */
export const Client = unwrapped(ClientModule)

/** The SDK's signatures of webhooks. */
export const HmacValidator = unwrapped(HmacModule)
