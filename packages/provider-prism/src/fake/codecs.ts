import type { AccountOf, ProcessorName } from "../processors/processors.ts"
import { checkoutCodec } from "./codecs/checkoutCodec.ts"
import type { FakeCodec } from "./FakeCodec.ts"

/** The codecs of the fakes, by processor. */
export const codecs: { readonly [Name in ProcessorName]: FakeCodec<AccountOf<Name>> } = {
  checkout: checkoutCodec
}
