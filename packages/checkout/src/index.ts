export { type CardChanged, PayloomCardFields } from "./elements/PayloomCardFields.ts"
export {
  type CheckoutEnded,
  type CheckoutReady,
  type CheckoutSucceeded,
  PayloomCheckout
} from "./elements/PayloomCheckout.ts"
export type { Decline } from "./session/PayerApi.ts"
