import { atomicityRules } from "./contract/atomicityRules.ts"
import { concurrencyRules } from "./contract/concurrencyRules.ts"
import { documentRules, durableDocumentRules } from "./contract/documentRules.ts"
import { durabilityRules } from "./contract/durabilityRules.ts"
import { durableFeedRules, feedRules, sharedFeedRules } from "./contract/feedRules.ts"
import { jobRules } from "./contract/jobRules.ts"
import { modelRules } from "./contract/modelRules.ts"
import { pageRules } from "./contract/pageRules.ts"
import type {
  DurableStorageHarness,
  SharedStorageHarness,
  StorageRule
} from "./contract/StorageRule.ts"
import { scopeRules } from "./contract/scopeRules.ts"
import { sharingRules } from "./contract/sharingRules.ts"
import { durableSumRules, sharedSumRules, sumRules } from "./contract/sumRules.ts"
import { uniqueKeyRules } from "./contract/uniqueKeyRules.ts"
import { valueRules } from "./contract/valueRules.ts"
import { versionRules } from "./contract/versionRules.ts"

/**
 * The rules for every storage. They define the storage port completely. They run in any test
 * framework, and need fast-check:
 *
 * ```ts
 * import { storageContract } from "@payloom/testkit/storage-contract"
 *
 * const harness = { open: async () => ({ storage: await makeStorage(), close: async () => {} }) }
 * for (const rule of storageContract) it(rule.name, () => rule.run(harness))
 * ```
 */
export const storageContract: ReadonlyArray<StorageRule> = [
  ...atomicityRules,
  ...versionRules,
  ...uniqueKeyRules,
  ...pageRules,
  ...scopeRules,
  ...jobRules,
  ...valueRules,
  ...documentRules,
  ...sumRules,
  ...concurrencyRules,
  ...feedRules,
  ...modelRules
]

/** Further rules for a storage that outlives its process. */
export const durableStorageContract: ReadonlyArray<StorageRule<DurableStorageHarness>> = [
  ...durabilityRules,
  ...durableDocumentRules,
  ...durableFeedRules,
  ...durableSumRules
]

/** Further rules for a storage that several processes can use at once. */
export const sharedStorageContract: ReadonlyArray<StorageRule<SharedStorageHarness>> = [
  ...sharingRules,
  ...sharedFeedRules,
  ...sharedSumRules
]
