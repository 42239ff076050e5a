import { hasCitus, startCitus } from "@payloom/testkit/citus"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it } from "vitest"
import type { PostgresOptions } from "../PostgresOptions.ts"
import { PostgresRefused } from "../PostgresRefused.ts"
import { Entries, operatorOn } from "../testing/citusMoves.ts"
import { openStorage } from "../testing/openTestStorage.ts"

const cluster = hasCitus ? await startCitus() : null
const server = hasPostgres ? await startPostgres() : null

afterAll(async () => {
  await cluster?.stop()
  await server?.stop()
})

const refusalOf = async (options: PostgresOptions): Promise<string> => {
  const refused = await openStorage({ collections: [Entries], ...options }).then(
    () => null,
    (error: unknown) => error
  )
  expect(refused).toBeInstanceOf(PostgresRefused)
  return refused instanceof PostgresRefused ? refused.detail : ""
}

describe.skipIf(server === null)("citus: true is refused", () => {
  const connection = server?.address ?? ""

  it("in a database without Citus", async () => {
    expect(await refusalOf({ connection, citus: true })).toContain("run CREATE EXTENSION citus")
  })

  it("with partitions, with row-level security and with text that is no address", async () => {
    const citus = true
    expect(await refusalOf({ connection, citus, partitions: "monthly" })).toContain("partitions")
    expect(await refusalOf({ connection, citus, rowLevelSecurity: true })).toContain("rowLevel")
    expect(await refusalOf({ connection: "/tmp", citus })).toContain("coordinator's address")
  })
})

const on = cluster === null ? " (Citus is not installed here)" : ""

describe.skipIf(cluster === null)(`on Citus, a schema is refused${on}`, () => {
  if (cluster === null) return
  const connection = cluster.address

  it("at a worker, and without citus: true", async () => {
    const options = { connection, schema: "distributed", citus: true, collections: [Entries] }
    await (await openStorage(options)).close()
    const [worker = ""] = cluster.workers
    expect(await refusalOf({ ...options, connection: worker })).toContain("leads to a worker")
    expect(await refusalOf({ ...options, citus: false })).toContain("set citus to true")
  })

  it("if Citus does not distribute it, until the named statements are run", async () => {
    const options = { connection, schema: "plain", collections: [Entries] }
    await (await openStorage(options)).close()
    expect(await refusalOf({ ...options, citus: true })).toContain("citus_schema_distribute")
    const operator = await operatorOn(connection)
    await operator.query("SET citus.enable_unsafe_triggers = on")
    await operator.query("SELECT citus_schema_distribute('plain')")
    await operator.end()
    await (await openStorage({ ...options, citus: true })).close()
  })
})
