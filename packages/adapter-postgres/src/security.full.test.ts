import { type Collection, collection, insert, type Scope, type Storage } from "@payloom/core"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect, Schema } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { openStorage } from "./testing/openTestStorage.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

/** Returns the address with another role, which is not a superuser. */
const addressAs = (role: string): string => {
  const address = new URL(server?.address ?? "postgres://none")
  address.username = role
  return address.href
}

const asRole = async <A>(role: string, work: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client(addressAs(role))
  await client.connect()
  return work(client).finally(() => client.end())
}

if (server !== null) {
  await asRole("payloom", async (client) => {
    await client.query("CREATE ROLE shop LOGIN")
    await client.query("GRANT CREATE ON DATABASE postgres TO shop")
  })
}

const Note = Schema.Struct({ id: Schema.String })
type Note = typeof Note.Type

const Notes: Collection<Note> = collection<Note>({ name: "notes", schema: Note })

const scopes: ReadonlyArray<Scope> = ["one", "two"].map((tenant) => ({
  tenant: `tenant_${tenant}`,
  mode: "test"
}))

const openAs = (role: string, schema: string, rowLevelSecurity?: boolean) =>
  openStorage({
    connection: addressAs(role),
    schema,
    collections: [Notes],
    ...(rowLevelSecurity === undefined ? {} : { rowLevelSecurity })
  })

const fill = async (storage: Storage["Service"]) => {
  for (const scope of scopes) {
    await Effect.runPromise(storage.commit([insert(scope, Notes, { id: `of_${scope.tenant}` })]))
  }
}

const forgotten = (schema: string) => `SELECT id FROM ${schema}.notes ORDER BY id`

const idsOf = ({ rows }: { readonly rows: ReadonlyArray<{ readonly id: string }> }) =>
  rows.map(({ id }) => id)

describe.skipIf(server === null)("tables that are secured by tenant", () => {
  it("show nothing to a query without a tenant, and a tenant's rows to a query that names it", () =>
    asRole("shop", async (client) => {
      const { storage, close } = await openAs("shop", "named", true)
      await fill(storage)
      expect(idsOf(await client.query(forgotten("named")))).toEqual([])
      await client.query("SET payloom.tenant = 'tenant_two'")
      expect(idsOf(await client.query(forgotten("named")))).toEqual(["of_tenant_two"])
      await expect(
        client.query("INSERT INTO named.notes VALUES ('tenant_one', 'test', 'x', 1, '{}')")
      ).rejects.toThrow("row-level security")
      const { rowCount } = await client.query("DELETE FROM named.notes")
      expect(rowCount).toBe(1)
      await close()
    }))

  it("stay secured if they are opened without the option", () =>
    asRole("shop", async (client) => {
      const first = await openAs("shop", "kept", true)
      await fill(first.storage)
      await first.close()
      const { storage, close } = await openAs("shop", "kept")
      for (const scope of scopes) {
        const page = storage.page(scope, Notes, { order: "asc", limit: 10 })
        expect(await Effect.runPromise(page)).toHaveLength(1)
      }
      expect(idsOf(await client.query(forgotten("kept")))).toEqual([])
      await close()
    }))

  it("are secured later, or no longer, as the option says", () =>
    asRole("shop", async (client) => {
      const counts: Array<number> = []
      for (const isSecured of [false, true, false]) {
        const { storage, close } = await openAs("shop", "later", isSecured)
        if (counts.length === 0) await fill(storage)
        counts.push(idsOf(await client.query(forgotten("later"))).length)
        const all = await Effect.runPromise(storage.scopes({ limit: 10 }))
        expect(all).toHaveLength(2)
        await close()
      }
      expect(counts).toEqual([2, 0, 2])
    }))

  it("are refused for a role that row-level security does not apply to", async () => {
    await expect(openAs("payloom", "unbound", true)).rejects.toThrow(
      "rowLevelSecurity does not apply to the role payloom"
    )
  })
})
