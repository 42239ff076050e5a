import { existsSync, realpathSync } from "node:fs"
import { resolve } from "node:path"
import { reasonOf, StorageUnavailable } from "@payloom/core"
import pg from "pg"
import { CopyRefused } from "./copy/CopyRefused.ts"
import { isOtherAddress, isPostgres } from "./storageAt.ts"
import { shownLocation } from "./target/shownLocation.ts"

const refuse = (reason: CopyRefused["reason"], detail: string): never => {
  throw new CopyRefused({ reason, detail })
}

/**
 * Checks the locations of a copy before a store is opened, because opening a missing store would
 * create it. A location is undefined if the copy has cells there. Rejects with `CopyRefused` if
 * nothing can be copied between them.
 */
export const assertLocations = async (
  from: string | undefined,
  to: string | undefined
): Promise<void> => {
  if (from !== undefined) assertLocation("--from", from)
  if (to !== undefined) assertLocation("--to", to)
  if (from !== undefined && to !== undefined && locationOf(from) === locationOf(to))
    refuse("target_taken", "--from and --to are the same store")
  if (from !== undefined) await assertSource(from)
  const given = [from, to].filter((location) => location !== undefined)
  const servers = await Promise.all(given.filter(isPostgres).map(databaseOf))
  // One database may have several names.
  if (servers.length === 2 && servers[0] === servers[1]) {
    refuse("target_taken", "--from and --to are the same database")
  }
}

/** Checks that there is a store to copy. */
const assertSource = async (from: string): Promise<void> => {
  const isThere = isPostgres(from) ? await hasStore(from) : existsSync(from)
  if (!isThere) refuse("no_store", `There is no store at ${shownLocation(from)}`)
}

const assertLocation = (option: string, location: string): void => {
  if (isPostgres(location) && !URL.canParse(location)) {
    refuse("no_store", `${option} takes an address such as postgres://localhost/shop`)
  }
  if (isOtherAddress(location)) {
    refuse(
      "no_store",
      `${option} takes the name of a file, or an address that begins with postgres://`
    )
  }
}

/** Returns the same text for all known spellings of a location. */
const locationOf = (location: string): string => {
  if (!isPostgres(location))
    return existsSync(location) ? realpathSync(location) : resolve(location)
  const { hostname, port, pathname } = new URL(location)
  return `${hostname}:${port || "5432"}${pathname}`
}

const hasStore = async (address: string): Promise<boolean> =>
  (await queryText(address, "SELECT to_regclass('payloom.deployments')::text")) !== null

/** Returns a text that identifies a database among those of all servers. */
const databaseOf = (address: string): Promise<string | null> =>
  queryText(
    address,
    `SELECT pg_postmaster_start_time()::text || ' ' || oid FROM pg_database
     WHERE datname = current_database()`
  )

/** Runs a statement that returns one text. */
const queryText = async (address: string, statement: string): Promise<string | null> => {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 })
  // A connection that breaks makes the one query fail too, so this error is not needed.
  client.on("error", () => undefined)
  try {
    await client.connect().catch((error: unknown) => {
      const reason = reasonOf(error)
      throw new StorageUnavailable({ cause: new Error(`${shownLocation(address)}: ${reason}`) })
    })
    const { rows } = await client.query<Array<string | null>>({ text: statement, rowMode: "array" })
    return rows[0]?.[0] ?? null
  } finally {
    await client.end().catch(() => undefined)
  }
}
