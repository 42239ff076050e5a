import { installedPgBouncer, startPgBouncer } from "@payloom/testkit/pgbouncer"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { afterAll, describe, it } from "vitest"
import { postgresHarness } from "./testing/openTestStorage.ts"

const server = hasPostgres && installedPgBouncer !== null ? await startPostgres() : null
const pooler = server === null ? null : await startPgBouncer(server)

afterAll(async () => {
  await pooler?.stop()
  await server?.stop()
})

const on =
  pooler === null ? "PgBouncer (it is not installed here)" : `PgBouncer ${installedPgBouncer}`

describe.skipIf(pooler === null)(`the storage contract, through ${on}`, () => {
  if (pooler === null) return
  const harness = postgresHarness(pooler)
  // The long rules send the same statements as the others, many times.
  for (const rule of [...storageContract, ...sharedStorageContract]) {
    if (!rule.isLong) it(rule.name, () => rule.run(harness))
  }
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
})
