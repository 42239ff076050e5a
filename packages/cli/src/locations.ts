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
 * Checks both locations before either store is opened, because opening a missing store would create
 * it. Rejects with `CopyRefused` if nothing can be copied between them.
 */
export const assertLocations = async (from: string, to: string): Promise<void> => {
  assertLocation("--from", from)
  assertLocation("--to", to)
  if (locationOf(from) === locationOf(to))
    refuse("target_taken", "--from and --to are the same store")
  await assertSource(from)
  const servers = await Promise.all([from, to].filter(isPostgres).map(databaseOf))
  // One database may have several names.
  if (servers.length === 2 && servers[0] === servers[1]) {
    refuse("target_taken", "--from and --to are the same database")
  }
}

/** Checks that there is a store to copy. Rejects with `CopyRefused` if there is none. */
export const assertSource = async (from: string): Promise<void> => {
  assertLocation("--from", from)
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
