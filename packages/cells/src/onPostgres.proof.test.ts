import { postgres } from "@payloom/adapter-postgres"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import pg from "pg"
import { afterAll, describe, it } from "vitest"
import { cellCounts } from "./testing/cellCounts.ts"
import { openPatiently } from "./testing/openTestCells.ts"

const server = hasPostgres ? await startPostgres() : null
const pool = server === null ? null : new pg.Pool({ connectionString: server.address, max: 20 })

afterAll(async () => {
  await pool?.end()
  await server?.stop()
})

const on = server === null ? "PostgreSQL (it is not installed here)" : "PostgreSQL"

let opened = 0

/** Opens cells in schemas of their own. */
const openIn = (connection: pg.Pool, count: number) => async () => {
  opened += 1
  const schema = (name: string) =>
    postgres({ connection, schema: `test_${opened}_${name}`, collections: [], listen: false })
  const stores = {
    directory: schema("directory"),
    cells: Array.from({ length: count }, (_, nth) => schema(`${nth}`))
  }
  const first = await openPatiently(stores)
  return {
    ...first,
    openSecond: () => openPatiently(stores),
    reopen: async () => {
      await first.close()
      return openPatiently(stores)
    }
  }
}

describe.skipIf(pool === null).each(cellCounts(2))(
  `the storage contract over %i cells in schemas of ${on}`,
  (count) => {
    if (pool === null) return
    const harness = { open: openIn(pool, count) }
    // The long rules need no cells to differ: they are about one tenant's commits.
    for (const rule of storageContract) if (!rule.isLong) it(rule.name, () => rule.run(harness))
    for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
    for (const rule of sharedStorageContract)
      if (!rule.isLong) it(rule.name, () => rule.run(harness))
  }
)
