import { sharedStorageContract, storageContract } from "@payloom/testkit/storage-contract"
import { describe, it } from "vitest"
import { openStorage, sqliteHarness } from "./testing/openTestStorage.ts"

describe("the long rules of the storage contract, in a SQLite file", () => {
  for (const { isLong, name, run } of [...storageContract, ...sharedStorageContract]) {
    if (isLong) it(name, () => run(sqliteHarness))
  }
})

describe("the long rules of the storage contract, in a SQLite database in memory", () => {
  const harness = { open: () => openStorage(":memory:") }
  for (const { isLong, name, run } of storageContract) if (isLong) it(name, () => run(harness))
})
