import { insert } from "@payloom/core"
import { installedPgBouncer, startPgBouncer } from "@payloom/testkit/pgbouncer"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { Effect } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { here, Notes, openClient, openNotes, writeNote } from "./testing/notes.ts"
import { clientOf } from "./transactions.ts"

const server = hasPostgres ? await startPostgres() : null

afterAll(() => server?.stop())

/** Opens a storage on a new database. Its commits of notes record the settings they run with. */
const open = async (connect: (address: string) => PostgresOptions["connection"]) => {
  const address = (await server?.newDatabase()) ?? ""
  const connection = connect(address)
  const storage = await openNotes({ connection })
  const client = await openClient(address)
  await client.query(`CREATE TABLE seen (durable text, isolation text);
    CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO seen VALUES (
        current_setting('synchronous_commit'), current_setting('transaction_isolation'));
      RETURN NEW; END $$;
    CREATE TRIGGER see BEFORE INSERT ON payloom.notes FOR EACH ROW EXECUTE FUNCTION see()`)
  const seen = async () => (await client.query("SELECT * FROM seen")).rows
  return { address, client, storage, seen }
}

/** Returns a pool with one connection, which the application and the engine share. */
const sharedPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  onTestFinished(() => pool.end())
  return pool
}

const safe = { durable: "on", isolation: "read committed" }

/** Returns why a storage isn't opened on a database whose roles have a setting. */
const refusedWith = async (
  setting: string,
  connect: (address: string) => PostgresOptions["connection"]
): Promise<unknown> => {
  const address = (await server?.newDatabase()) ?? ""
  const client = await openClient(address)
  await client.query(`ALTER DATABASE ${new URL(address).pathname.slice(1)} SET ${setting}`)
  return openNotes({ connection: connect(address) }).catch((failure: unknown) => failure)
}

describe.skipIf(server === null)("settings of a connection", () => {
  it("that confirm commits before they are on disk are refused at the start", async () => {
    const refused = { reason: "not_durable", detail: "synchronous_commit is off" }
    const setting = "synchronous_commit = off"
    expect(await refusedWith(setting, (address) => address)).toMatchObject(refused)
    expect(await refusedWith(setting, sharedPool)).toMatchObject(refused)
  })

  it("with another isolation level are refused for a pool of the application", async () => {
    const setting = "default_transaction_isolation = 'serializable'"
    expect(await refusedWith(setting, sharedPool)).toMatchObject({
      reason: "isolation",
      detail: expect.stringContaining("is serializable, but the engine needs read committed")
    })
  })

  it("with another isolation level are changed on connections of the engine", async () => {
    const { address, client, storage, seen } = await open((to) => to)
    await client.query(
      `ALTER DATABASE ${new URL(address).pathname.slice(1)}
         SET default_transaction_isolation = 'serializable';
       SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'payloom'`
    )
    // The pool may use a connection once more before it notices that it has ended.
    await expect.poll(() => writeNote(storage, "later")).toBeNull()
    expect(await seen()).toEqual([safe])
  })

  it.each([
    ["synchronous_commit", "SET synchronous_commit = off"],
    ["the isolation level", "SET default_transaction_isolation = 'repeatable read'"]
  ])("that the application left in its pool don't reach the engine: %s", async (_, left) => {
    const { storage, seen } = await open((address) => {
      pool = sharedPool(address)
      return pool
    })
    expect(await writeNote(storage, "before")).toBeNull()
    await pool.query(left)
    expect(await writeNote(storage, "after")).toBeNull()
    expect(await seen()).toEqual([safe, safe])
  })

  it("that stay as they were cost the application's connection nothing", async () => {
    const { storage } = await open((address) => {
      pool = sharedPool(address)
      return pool
    })
    const process = async () => (await pool.query("SELECT pg_backend_pid() AS id")).rows[0].id
    const before = await process()
    expect(await writeNote(storage, "one")).toBeNull()
    expect(await process()).toBe(before)
  })

  it.each(["SET", "SET LOCAL"])(
    "that a host changes by %s in a transaction of the engine don't change the engine's commits",
    async (set) => {
      const { storage, seen } = await open((address) => address)
      const { begin } = storage
      if (begin === undefined) throw new Error("It has no transactions.")
      const written = Effect.flatMap(begin(here), ({ host, commit }) =>
        Effect.andThen(
          Effect.promise(() => clientOf(host).query(`${set} synchronous_commit = off`)),
          commit([insert(here, Notes, { id: "together" })])
        )
      )
      await Effect.runPromise(Effect.scoped(written))
      for (const id of ["a", "b", "c"]) expect(await writeNote(storage, id)).toBeNull()
      expect(await seen()).toEqual([safe, safe, safe, safe])
    }
  )

  it.skipIf(installedPgBouncer === null)(
    "that another client of a pooler left don't change the engine's commits",
    async () => {
      const address = (await server?.newDatabase()) ?? ""
      const pooler = await startPgBouncer({ address }, { default_pool_size: "1" })
      onTestFinished(pooler.stop)
      for (const connection of [pooler.address, sharedPool(pooler.address)]) {
        const storage = await openNotes({ connection })
        const other = await openClient(pooler.address)
        await other.query("SET synchronous_commit = off")
        await other.query(`CREATE TABLE IF NOT EXISTS seen (durable text);
        CREATE OR REPLACE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$;
        CREATE OR REPLACE TRIGGER see BEFORE INSERT ON payloom.notes
          FOR EACH ROW EXECUTE FUNCTION see()`)
        expect(await writeNote(storage, `by_${typeof connection}`)).toBeNull()
        const { rows } = await other.query("SELECT DISTINCT durable FROM seen")
        expect(rows).toEqual([{ durable: "on" }])
      }
    }
  )
})

let pool: pg.Pool
