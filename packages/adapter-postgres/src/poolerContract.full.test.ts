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

/** Takes as long as all others together, and only adds up what the others show. */
const isLong = ({ name }: { readonly name: string }) =>
  name.startsWith("1,000 increments of one row")

const on =
  pooler === null ? "PgBouncer (it is not installed here)" : `PgBouncer ${installedPgBouncer}`

describe.skipIf(pooler === null)(`the storage contract, through ${on}`, () => {
  if (pooler === null) return
  const harness = postgresHarness(pooler)
  for (const rule of storageContract.filter((each) => !isLong(each)))
    it(rule.name, () => rule.run(harness))
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
  for (const rule of sharedStorageContract) it(rule.name, () => rule.run(harness))
})
