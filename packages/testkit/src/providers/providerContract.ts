import { amountRules } from "./contract/amountRules.ts"
import { breakdownRules } from "./contract/breakdownRules.ts"
import { chargeRules } from "./contract/chargeRules.ts"
import { deadlineRules } from "./contract/deadlineRules.ts"
import { evidenceRules } from "./contract/evidenceRules.ts"
import { heldRule } from "./contract/heldRule.ts"
import { holdRules } from "./contract/holdRules.ts"
import { listingRules } from "./contract/listingRules.ts"
import { lookupRules } from "./contract/lookupRules.ts"
import { modificationRules } from "./contract/modificationRules.ts"
import { garbageRule, notificationRules } from "./contract/notificationRules.ts"
import { payerRules } from "./contract/payerRules.ts"
import { repeatRules } from "./contract/repeatRules.ts"
import { savedMethodRules } from "./contract/savedMethodRules.ts"
import { splitRules } from "./contract/splitRules.ts"
import { standingRules } from "./contract/standingRules.ts"
import type { ProviderHarness, ProviderRule } from "./ProviderHarness.ts"

/**
 * Returns the rules for every connector, depending on the provider's capabilities. The harness has
 * the connector, and a provider that the test controls. The provider is a fake on this machine,
 * because rules check its records and cause faults. The rules run in any test framework:
 *
 * ```ts
 * for (const rule of providerContract(harness)) it(rule.name, rule.run)
 * ```
 *
 * Rules are independent of each other. Each makes charges of its own, under references of its own,
 * and removes its faults afterwards, also if it fails. Run them one after another, because a fault
 * affects the whole provider.
 */
export const providerContract = (harness: ProviderHarness): ReadonlyArray<ProviderRule> =>
  rulesFor(harness).map(({ name, run }) => ({
    name,
    run: async () => {
      try {
        await run()
      } finally {
        await harness.faults.clear()
      }
    }
  }))

const rulesFor = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, sources, backend } = harness
  const { asksPayer } = sources
  const { payerAnswers, notification } = backend
  return [
    ...amountRules(harness),
    ...chargeRules(harness),
    ...(provider.capabilities.lookup ? lookupRules(harness) : []),
    ...(provider.listChanges === undefined ? [] : listingRules(harness, provider.listChanges)),
    ...evidenceRules(harness),
    ...modificationRules(harness),
    ...holdRules(harness),
    ...splitRules(harness),
    ...savedMethodRules(harness),
    ...standingRules(harness),
    ...repeatRules(harness),
    ...deadlineRules(harness),
    heldRule(harness),
    ...breakdownRules(harness),
    ...(asksPayer === undefined || payerAnswers === undefined
      ? []
      : payerRules(harness, asksPayer, payerAnswers)),
    garbageRule(harness),
    ...(notification === undefined ? [] : notificationRules(harness, notification))
  ]
}
