import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import {
  durableStorageContract,
  sharedStorageContract,
  storageContract
} from "@payloom/testkit/storage-contract"
import { afterAll, describe, it } from "vitest"
import { splitPostgres } from "../postgres.ts"
import { openLayer, postgresHarness } from "../testing/openTestStorage.ts"
import type { Partitioning } from "./Partitioning.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const on = server === null ? " (PostgreSQL is not installed here)" : ""

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

describe.skipIf(server === null)(`the storage contract, on tables with partitions${on}`, () => {
  if (server === null) return
  const harness = postgresHarness(server, (options) =>
    openLayer(splitPostgres({ ...options, partitions: "monthly" }, partitioning))
  )
  for (const rule of [...storageContract, ...sharedStorageContract]) {
    if (!rule.isLong) it(rule.name, () => rule.run(harness))
  }
  for (const rule of durableStorageContract) it(rule.name, () => rule.run(harness))
})
