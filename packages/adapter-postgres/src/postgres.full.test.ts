import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { afterAll, describe, it } from "vitest"
import { postgresHarness } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? "PostgreSQL (it is not installed here)" : "PostgreSQL"

describe.skipIf(server === null)(`the storage contract, on ${on}`, () => {
  if (server === null) return
  const harness = postgresHarness(server)
  // Long rules are in longRules.proof.test.ts.
  for (const rule of storageContract) if (!rule.isLong) it(rule.name, () => rule.run(harness))
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
  for (const rule of sharedStorageContract) if (!rule.isLong) it(rule.name, () => rule.run(harness))
})
