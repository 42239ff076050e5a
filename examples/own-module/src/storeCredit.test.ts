import { moduleContract } from "@payloom/testkit"
import { hasPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, it } from "vitest"
import { creditHarness } from "./testing/creditHarness.ts"
import { openPostgres, openSqlite, stopPostgres } from "./testing/openOnce.ts"

afterAll(stopPostgres)

describe("moduleContract: store credit on SQLite", () => {
  for (const { name, run } of moduleContract(creditHarness(openSqlite, 1))) it(name, run)
})

describe.skipIf(!hasPostgres)("moduleContract: store credit on PostgreSQL", () => {
  const [first, second] = moduleContract(creditHarness(openPostgres, 1))
  for (const { name, run } of [first, second].flatMap((rule) => rule ?? [])) it(name, run)
})
