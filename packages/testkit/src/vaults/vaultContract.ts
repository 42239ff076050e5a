import { forgetRules } from "./contract/forgetRules.ts"
import { networkTokenRules } from "./contract/networkTokenRules.ts"
import { relayRules } from "./contract/relayRules.ts"
import { storeRules } from "./contract/storeRules.ts"
import { walletRules } from "./contract/walletRules.ts"
import type { VaultHarness, VaultRule } from "./VaultHarness.ts"

/**
 * Returns the rules for every card vault with a relay. The harness has the vault, the relay, the
 * payer's card field, and a server in place of a provider. The vault's service is a fake on this
 * machine, because rules break it. The rules run in any test framework:
 *
 * ```ts
 * for (const rule of vaultContract(harness)) it(rule.name, rule.run)
 * ```
 *
 * Each rule stores cards of its own and removes its faults afterwards, also if it fails. Run the
 * rules one after another.
 */
export const vaultContract = (harness: VaultHarness): ReadonlyArray<VaultRule> =>
  [
    ...storeRules(harness),
    ...forgetRules(harness),
    ...relayRules(harness),
    ...walletRules(harness),
    ...networkTokenRules(harness)
  ].map(({ name, run }) => ({
    name,
    run: async () => {
      try {
        await run()
      } finally {
        harness.destination.faults.clear()
        await harness.service?.clear()
      }
    }
  }))
