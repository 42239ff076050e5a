import { hasCitus, startCitus } from "@payloom/testkit/citus"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { afterAll, describe, it } from "vitest"
import { openStorage, postgresHarness } from "../testing/openTestStorage.ts"

const cluster = hasCitus ? await startCitus() : null

afterAll(() => cluster?.stop())

const on = cluster === null ? "Citus (it is not installed here)" : "Citus"

describe.skipIf(cluster === null)(`the storage contract, on a schema of ${on}`, () => {
  if (cluster === null) return
  const harness = postgresHarness(cluster, (options) => openStorage({ ...options, citus: true }))
  for (const rule of storageContract) if (!rule.isLong) it(rule.name, () => rule.run(harness))
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
  for (const rule of sharedStorageContract) if (!rule.isLong) it(rule.name, () => rule.run(harness))
})
