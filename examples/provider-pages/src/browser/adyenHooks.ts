import type { ClientActionRequest, MountCard } from "@payloom/checkout"
import type { AdyenCardState, AdyenWeb } from "./AdyenWeb.ts"

/** An account's data for pages. None of it is secret. */
export interface AdyenPage {
  /** `test`, or the account's live environment, such as `live-us`. */
  readonly environment: string
  readonly clientKey: string
  /** The country of the payer, or of the shop. */
  readonly countryCode: string
}

/** Mounts Adyen's card fields. The encrypted card is for `adyenVault`. */
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

/** Shows 3-D Secure on the page. Returns the details for Adyen. */
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
