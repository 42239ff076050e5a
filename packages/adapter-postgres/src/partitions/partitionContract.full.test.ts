import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import pg from "pg"
import { afterAll, describe, it } from "vitest"
import { splitPostgres } from "../postgres.ts"
import { openLayer, postgresHarness } from "../testing/openTestStorage.ts"
import type { Partitioning } from "./Partitioning.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

/** Row-level security applies to a role that is not a superuser. */
const addressOfRole = async (address: string): Promise<string> => {
  const client = new pg.Client(address)
  await client.connect()
  await client.query("CREATE ROLE shop LOGIN; GRANT CREATE ON DATABASE postgres TO shop")
  await client.end()
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

const tables = `tables with partitions that are secured by tenant${on}`

describe.skipIf(secured === null)(`the storage contract, on ${tables}`, () => {
  if (secured === null) return
  const harness = postgresHarness(secured, (options) => {
    const all = { ...options, partitions: "monthly", rowLevelSecurity: true } as const
    return openLayer(splitPostgres(all, partitioning))
  })
  for (const rule of [...storageContract, ...sharedStorageContract]) {
    if (!rule.isLong) it(rule.name, () => rule.run(harness))
  }
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
})
