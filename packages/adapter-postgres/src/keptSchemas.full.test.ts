import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it } from "vitest"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { Notes, openClient } from "./testing/notes.ts"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

describe.skipIf(server === null)("a schema that is opened without upgrading", () => {
  const connection = server?.address ?? ""
  const open = (schema: string, more: Partial<PostgresOptions> = {}) =>
    openStorage({ connection, schema, upgrade: false, ...more })

  it("is used as it is if this release has written it", async () => {
    await (await openStorage({ connection, schema: "kept_one" })).close()
    await (await open("kept_one")).close()
  })

  it("is refused if another release has written it", async () => {
    await (await openStorage({ connection, schema: "kept_two" })).close()
    const other = open("kept_two", { collections: [Notes] })
    await expect(other).rejects.toMatchObject({ reason: "other_release" })
    const client = await openClient(connection)
    await client.query("UPDATE kept_two.migrations SET version = version - 1")
    await expect(open("kept_two")).rejects.toMatchObject({ reason: "other_release" })
    await client.query("UPDATE kept_two.migrations SET version = 1000")
    await expect(open("kept_two")).rejects.toMatchObject({ reason: "newer_schema" })
  })

  it("is refused if no engine has used it, and is not created", async () => {
    await expect(open("kept_none")).rejects.toMatchObject({ reason: "no_store" })
    const client = await openClient(connection)
    const { rows } = await client.query("SELECT to_regnamespace('kept_none')::text AS found")
    expect(rows).toEqual([{ found: null }])
  })
})
