import ClientModule from "@adyen/api-library/lib/src/client.js"
import HmacModule from "@adyen/api-library/lib/src/utils/hmacValidator.js"

/** Returns a class of the SDK's. Some loaders unwrap its module's default, and others don't. */
const unwrapped = <A>(module: { readonly default: A }): A =>
  module.default ?? (module as unknown as A)

/** The client that the SDK's services send by. */
export const Client = unwrapped(ClientModule)

/** The SDK's check of webhook signatures. */
export const HmacValidator = unwrapped(HmacModule)
