import { amountRules } from "./contract/amountRules.ts"
import { breakdownRules } from "./contract/breakdownRules.ts"
import { chargeRules } from "./contract/chargeRules.ts"
import { deadlineRules } from "./contract/deadlineRules.ts"
import { heldRule } from "./contract/heldRule.ts"
import { lookupRules } from "./contract/lookupRules.ts"
import { modificationRules } from "./contract/modificationRules.ts"
import { garbageRule, notificationRules } from "./contract/notificationRules.ts"
import { payerRules } from "./contract/payerRules.ts"
import { standingRules } from "./contract/standingRules.ts"
import type { ProviderHarness, ProviderRule } from "./ProviderHarness.ts"

/**
 * What every connector must hold to, by what its provider says that it can do. The harness is the
 * connector, and the provider behind it in the hands of the test: a fake on this machine, since
 * what really happened and what goes wrong has to be known. Under any test framework:
 *
 * ```ts
 * for (const rule of providerContract(harness)) it(rule.name, rule.run)
 * ```
 *
 * Rules leave each other alone, whether they hold or not: each makes charges of its own, under
 * references of its own, and takes its faults back. They run one after another, for faults are the
 * whole provider's.
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
    ...modificationRules(harness),
    ...standingRules(harness),
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
