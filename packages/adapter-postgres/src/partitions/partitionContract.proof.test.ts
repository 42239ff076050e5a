import { hasEmbeddedPostgres, hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { splitPostgres } from "../postgres.ts"
import { openLayer, postgresHarness } from "../testing/openTestStorage.ts"
import type { Partitioning } from "./Partitioning.ts"

/** The newest PostgreSQL, so that the contract runs on it too. Otherwise the installed one. */
const startNewest = () =>
  hasEmbeddedPostgres ? startPostgres({}, { from: "embedded" }) : startPostgres()

const server = hasPostgres ? await startNewest() : null

afterAll(() => server?.stop())

const of = hasEmbeddedPostgres ? "PostgreSQL 18" : "PostgreSQL"
const on = server === null ? " (it is not installed here)" : ""

const query = async (address: string, sql: string) => {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** Row-level security applies to a role that is not a superuser. */
const addressOfRole = async (address: string): Promise<string> => {
  await query(address, "CREATE ROLE shop LOGIN; GRANT CREATE ON DATABASE postgres TO shop")
  const url = new URL(address)
  url.username = "shop"
  return url.href
}

const secured = server === null ? null : { address: await addressOfRole(server.address) }

/** Bounds among the ids of the contract's rows. */
const some = ["account_00000002", "account_00000040", "line_00000002", "row_2"]

/** Each row is in a partition of its own, so dropping whole partitions is the same as sweeping. */
const ofEachLine = Array.from({ length: 13 }, (_, nth) => `line_${`${nth + 1}`.padStart(8, "0")}`)

const bounds: Readonly<Record<string, ReadonlyArray<string> | null>> = {
  jobs: null,
  contract_marks: ofEachLine
}

const partitioning: Partitioning = {
  bounds: ({ name }) => bounds[name] ?? (name in bounds ? null : some),
  nameOf: (bound) => bound,
  keptFrom: () => null
}

const tables = `${of}${on}, on tables with partitions that are secured by tenant`

describe.skipIf(secured === null)(`the storage contract, on ${tables}`, () => {
  if (secured === null) return
  it.skipIf(!hasEmbeddedPostgres)("runs on the server of the npm package", async () => {
    const rows = await query(secured.address, "SHOW server_version_num")
    expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(180_000)
  })
  const harness = postgresHarness(secured, (options) => {
    const all = { ...options, partitions: "monthly", rowLevelSecurity: true } as const
    return openLayer(splitPostgres(all, partitioning))
  })
  for (const rule of [...storageContract, ...sharedStorageContract]) {
    if (!rule.isLong) it(rule.name, () => rule.run(harness))
  }
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
})
