import { chargeRules } from "./contract/chargeRules.ts"
import { lookupRules } from "./contract/lookupRules.ts"
import { modificationRules } from "./contract/modificationRules.ts"
import { garbageRule, notificationRules } from "./contract/notificationRules.ts"
import { payerRules } from "./contract/payerRules.ts"
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
 * Rules leave each other alone: each makes charges of its own, under references of its own.
 */
export const providerContract = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, sources, backend } = harness
  const { asksPayer } = sources
  const { payerAnswers, notification } = backend
  return [
    ...chargeRules(harness),
    ...(provider.capabilities.lookup ? lookupRules(harness) : []),
    ...modificationRules(harness),
    ...(asksPayer === undefined || payerAnswers === undefined
      ? []
      : payerRules(harness, asksPayer, payerAnswers)),
    garbageRule(harness),
    ...(notification === undefined ? [] : notificationRules(harness, notification))
  ]
}
