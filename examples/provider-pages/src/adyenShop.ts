import { type AdyenAccount, adyen, adyenVault } from "@payloom/provider-adyen"
import type { ShopOptions } from "./startShop.ts"

/** The address of Adyen Web in the version for which the page was written. */
const adyenWeb = "https://checkoutshopper-test.cdn.adyen.com/checkoutshopper/sdk/6.45.2/adyen"

const adyenOrigins = [
  "https://checkoutshopper-test.adyen.com",
  "https://checkoutshopper-test.cdn.adyen.com",
  "https://test.adyen.com"
]

/** Returns a shop at Adyen, with Adyen's card fields and its stored payment methods. */
export const adyenShop = (
  account: AdyenAccount,
  standIn?: { readonly baseUrl: string; readonly script: string }
): Omit<ShopOptions, "port"> => {
  const at = {
    accountOf: () => account,
    ...(standIn === undefined ? {} : { baseUrl: standIn.baseUrl })
  }
  return {
    provider: adyen({ ...at, threeDs: "client_side" }),
    vault: adyenVault({ ...at, credentialsOf: () => "main" }),
    source: new URL("./browser/adyenPage.ts", import.meta.url),
    page: {
      path: "/adyen",
      providerScript: standIn?.script ?? `${adyenWeb}.js`,
      providerStyle: standIn === undefined ? `${adyenWeb}.css` : null,
      providerOrigins: standIn === undefined ? adyenOrigins : [new URL(standIn.script).origin],
      providerKey: account.clientKey ?? ""
    }
  }
}
