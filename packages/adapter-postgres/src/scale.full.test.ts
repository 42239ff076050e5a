import { readFileSync } from "node:fs"
import { collections } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { openEngine } from "./testing/engines.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

const document = readFileSync(new URL("../../../docs/operating/scale.md", import.meta.url), "utf8")

/** The statements of the document, block by block. */
const [citus = ""] = Array.from(
  document.matchAll(/^```sql\n(.*?)^```$/gms),
  ([, block = ""]) => block
)

const box = sandbox()

const open = (connection: string) => openEngine(box, connection)

describe.skipIf(server === null)("the document about scale", () => {
  const asked = async <A>(connection: string, ask: (client: pg.Client) => Promise<A>) => {
    const client = new pg.Client(connection)
    await client.connect()
    return ask(client).finally(() => client.end())
  }

  it("distributes tables by tenant: every unique key of such a table contains the tenant", async () => {
    const connection = (await server?.newDatabase()) ?? ""
    await (await open(connection)).close()
    const { rows } = await asked(connection, (client) =>
      client.query(
        `SELECT DISTINCT tablename FROM pg_indexes WHERE schemaname = 'payloom'
           AND indexdef LIKE '%UNIQUE%' AND indexdef NOT LIKE '%(tenant%' ORDER BY 1`
      )
    )
    const ofNoTenant = ["collections", "feeds", "sums"]
    const global = ["api_keys", "mids", "tenants", "webhook_endpoints"]
    expect(rows.map(({ tablename }) => tablename)).toEqual([...ofNoTenant, ...global].toSorted())
    const [references = "", distributed = ""] = citus.split(";\n")
    const named = (statement: string) =>
      Array.from(statement.matchAll(/'(\w+)'/g), ([, name = ""]) => name)
    const isTable = (name: string) => collections.some((each) => each.name === name)
    expect(named(references).filter(isTable)).toEqual(global)
    const local = ["events", "ledger_groups", "figure_changes", "jobs", "deployments"]
    const consumers = collections.filter(({ name }) => /^consumer_|^parked_/.test(name))
    expect([...named(distributed).filter(isTable), ...global, ...local].toSorted()).toEqual(
      collections
        .filter((each) => !consumers.includes(each))
        .map(({ name }) => name)
        .toSorted()
    )
  })
})
