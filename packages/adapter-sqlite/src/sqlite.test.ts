import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { describe, it } from "vitest"
import { openStorage, sqliteHarness } from "./testing/openTestStorage.ts"

// Long rules are in longRules.full.test.ts.

describe("the storage contract, in a SQLite file", () => {
  for (const rule of [...storageContract, ...sharedStorageContract]) {
    if (!rule.isLong) it(rule.name, () => rule.run(sqliteHarness))
  }
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(sqliteHarness))
})

describe("the storage contract, in a SQLite database in memory", () => {
  const harness = { open: () => openStorage(":memory:") }
  for (const rule of storageContract) if (!rule.isLong) it(rule.name, () => rule.run(harness))
})
