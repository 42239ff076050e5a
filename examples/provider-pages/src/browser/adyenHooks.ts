import type { ClientActionRequest, MountCard } from "@payloom/checkout"
import type { AdyenCardState, AdyenWeb } from "./AdyenWeb.ts"

/** Of an account, for pages: none of it is a secret. */
export interface AdyenPage {
  /** `test`, or the live environment that the account is in, such as `live-us`. */
  readonly environment: string
  readonly clientKey: string
  /** Where the payer is, or the shop. */
  readonly countryCode: string
}

/** Puts Adyen's card fields there: what they make of the card is for `adyenVault`. */
export const adyenCard =
  ({ AdyenCheckout, Card }: AdyenWeb, page: AdyenPage): MountCard =>
  async ({ container, locale, signal }) => {
    const checkout = await AdyenCheckout({ ...page, locale })
    let state: AdyenCardState = { isValid: false, data: {} }
    const card = await new Promise<InstanceType<AdyenWeb["Card"]>>((resolve) => {
      const made = new Card(checkout, {
        showPayButton: false,
        onConfigSuccess: () => resolve(made),
        onChange: (changed) => {
          state = changed
        }
      })
      made.mount(container)
    })
    signal.addEventListener("abort", () => card.unmount())
    return {
      encrypt: async () => {
        if (state.isValid) return JSON.stringify(state.data.paymentMethod)
        card.showValidation?.()
        return null
      }
    }
  }

/** Asks the payer for 3-D Secure on the page; answers what Adyen wants handed in. */
export const adyenAction =
  ({ AdyenCheckout }: AdyenWeb, page: AdyenPage) =>
  ({ payload, container, signal }: ClientActionRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { action } = payload as { readonly action: unknown }
      AdyenCheckout({
        ...page,
        locale: document.documentElement.lang || "en",
        onAdditionalDetails: ({ data }) => resolve(data),
        onError: reject
      })
        .then((checkout) => {
          if (signal.aborted) return resolve(null)
          const shown = checkout.createFromAction(action).mount(container)
          signal.addEventListener("abort", () => {
            shown.unmount()
            resolve(null)
          })
        })
        .catch(reject)
    })
