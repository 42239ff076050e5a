import { importLanguage } from "./texts/importLanguage.ts"
import { languageTexts } from "./texts/LanguageTexts.ts"

export type {
  CheckoutEnded,
  CheckoutReady,
  CheckoutRedirect,
  CheckoutSucceeded
} from "./elements/CheckoutEvents.ts"
export type { ClientActionRequest, ClientActions } from "./elements/clientActions.ts"
export {
  PayloomCardExpiry,
  PayloomCardField,
  PayloomCardNumber,
  PayloomCardSecurityCode
} from "./elements/PayloomCardField.ts"
export { type CardChanged, PayloomCardFields } from "./elements/PayloomCardFields.ts"
export { PayloomCheckout } from "./elements/PayloomCheckout.ts"
export type {
  CardFieldsPlace,
  MountCard,
  ProviderCardFields
} from "./elements/PayloomProviderFields.ts"
export type { WalletRequest, Wallets } from "./elements/Wallets.ts"
export type { Decline } from "./session/PayerApi.ts"

languageTexts.comeFrom(importLanguage)
