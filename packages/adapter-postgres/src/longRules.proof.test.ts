import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { sharedStorageContract, storageContract } from "@payloom/testkit/storage-contract"
import { afterAll, describe, it } from "vitest"
import { postgresHarness } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? "PostgreSQL (it is not installed here)" : "PostgreSQL"

describe.skipIf(server === null)(`the long rules of the storage contract, on ${on}`, () => {
  if (server === null) return
  const harness = postgresHarness(server)
  for (const { isLong, name, run } of storageContract) if (isLong) it(name, () => run(harness))
  for (const { isLong, name, run } of sharedStorageContract)
    if (isLong) it(name, () => run(harness))
})
