import { moduleContract } from "@payloom/testkit"
import { describe, it } from "vitest"
import { creditHarness } from "./testing/creditHarness.ts"
import { openSqlite } from "./testing/openOnce.ts"

// More places, and PostgreSQL, are in storeCredit.full.test.ts.
describe("moduleContract: store credit on SQLite", () => {
  for (const { name, run } of moduleContract(creditHarness(openSqlite, 1))) it(name, run)
})
