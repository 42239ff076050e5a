import type { ProviderCapabilities } from "@payloom/core"
import type { AdyenOptions } from "./AdyenOptions.ts"
import type { AdyenApms } from "./adyenMethods.ts"
import { adyenDecimals, adyenSteps } from "./amounts.ts"
import { capabilitiesByMethod } from "./methodCapabilities.ts"
import { capabilitiesOfWallets, walletBrands } from "./wallets.ts"

/** Returns the capabilities of a connector with these options. */
export const capabilitiesOf = (
  { relay, holdHours, wallets: own, banks, multipleCaptures = false }: AdyenOptions,
  apms: AdyenApms
): ProviderCapabilities => {
  const { wallets, byMethod } = capabilitiesOfWallets(own)
  return {
    methods: ["card", "wallet", "apm"],
    wallets,
    apms: Object.keys(apms),
    currencies: Object.keys(adyenDecimals),
    amountStep: adyenSteps,
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    byMethod: { ...capabilitiesByMethod(apms, banks), ...byMethod },
    multipleCaptures,
    incrementalAuthorization: true,
    partialApproval: true,
    splits: "many",
    networkTokens: relay !== undefined,
    decryptedWallets: relay === undefined ? [] : wallets.filter((name) => walletBrands.has(name)),
    // Adyen keeps an idempotency key for at least a week.
    dedupesForHours: 7 * 24,
    lookup: false,
    notifications: true,
    settleWindowMinutes: 0,
    // Adyen itself releases a hold after 28 days, long after the schemes have.
    holdHours: holdHours ?? {
      default: 7 * 24,
      discover: 10 * 24,
      diners: 10 * 24,
      cartes_bancaires: 12 * 24
    },
    usesCardRelay: relay !== undefined
  }
}
