import { moduleContract } from "@payloom/testkit"
import { hasPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, it } from "vitest"
import { creditHarness } from "./testing/creditHarness.ts"
import { openPostgres, openSqlite, stopPostgres } from "./testing/openOnce.ts"

afterAll(stopPostgres)

describe("moduleContract, at many places: store credit on SQLite", () => {
  for (const { name, run } of moduleContract(creditHarness(openSqlite, 6))) it(name, run)
})

describe.skipIf(!hasPostgres)("moduleContract, at many places: store credit on PostgreSQL", () => {
  for (const { name, run } of moduleContract(creditHarness(openPostgres, 2))) it(name, run)
})
