import { type Collection, collection, insert, type Scope } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Schema } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const Fact = Schema.Struct({ id: Schema.String, kind: Schema.String })
type Fact = typeof Fact.Type

const Facts: Collection<Fact> = collection<Fact>({ name: "facts", schema: Fact, appendOnly: true })

/** The same collection in a release that also lists it by kind. */
const IndexedFacts: Collection<Fact> = collection<Fact>({
  name: "facts",
  schema: Fact,
  appendOnly: true,
  indexes: { kind: { of: ({ kind }) => kind } }
})

const here: Scope = { tenant: "tenant_here", mode: "test" }

const addressAs = (role: string): string => {
  const address = new URL(server?.address ?? "postgres://none")
  address.username = role
  return address.href
}

const connect = async (role: string): Promise<pg.Client> => {
  const client = new pg.Client(addressAs(role))
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

let schemas = 0

/** Opens a schema of a role that is not a superuser, with one fact in it. */
const openFacts = async () => {
  schemas += 1
  const role = `owner_${schemas}`
  const schema = `facts_${schemas}`
  const superuser = await connect("payloom")
  await superuser.query(`CREATE ROLE ${role} LOGIN`)
  await superuser.query(`GRANT CREATE ON DATABASE postgres TO ${role}`)
  const open = (of: Collection<Fact>) =>
    openStorage({ connection: addressAs(role), schema, collections: [of] })
  const { storage, close } = await open(Facts)
  await Effect.runPromise(storage.commit([insert(here, Facts, { id: "fact_1", kind: "own" })]))
  await close()
  return { table: `${schema}.facts`, open, owner: await connect(role), superuser }
}

const changes = (table: string): ReadonlyArray<string> => [
  `UPDATE ${table} SET version = 2`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table}`
]

describe.skipIf(server === null)("an append-only table", () => {
  it("grants nobody a change, not even its owner", async () => {
    const { table, owner } = await openFacts()
    for (const change of changes(table)) {
      await expect(owner.query(change)).rejects.toThrow("permission denied")
    }
    expect((await owner.query(`SELECT 1 FROM ${table}`)).rowCount).toBe(1)
  })

  it("refuses changes of roles that are not bound by grants", async () => {
    const { table, superuser } = await openFacts()
    for (const change of changes(table)) {
      await expect(superuser.query(change)).rejects.toThrow("facts is append-only")
    }
  })

  it("gets columns for a newer release's index, and refuses changes as before", async () => {
    const { table, open, owner } = await openFacts()
    const { storage, close } = await open(IndexedFacts)
    const query = { where: { kind: "own" }, order: "asc", limit: 10 } as const
    expect(await Effect.runPromise(storage.page(here, IndexedFacts, query))).toHaveLength(1)
    await close()
    for (const change of changes(table)) {
      await expect(owner.query(change)).rejects.toThrow("permission denied")
    }
  })
})
