import { existsSync, realpathSync } from "node:fs"
import { resolve } from "node:path"
import { StorageUnavailable } from "@payloom/core"
import pg from "pg"
import { CopyRefused } from "./copy/CopyRefused.ts"
import { isOtherAddress, isPostgres } from "./storageAt.ts"

const refuse = (reason: CopyRefused["reason"], detail: string): never => {
  throw new CopyRefused({ reason, detail })
}

/**
 * Rejects with `CopyRefused` where nothing can be copied from there to there, before anything is
 * opened: to open a store that is not there would make it.
 */
export const assertPlaces = async (from: string, to: string): Promise<void> => {
  for (const [option, place] of [
    ["--from", from],
    ["--to", to]
  ] as const) {
    if (isPostgres(place) && !URL.canParse(place)) {
      refuse("no_store", `${option} takes an address such as postgres://localhost/shop`)
    }
    if (isOtherAddress(place)) {
      refuse(
        "no_store",
        `${option} takes the name of a file, or an address that begins with postgres://`
      )
    }
  }
  if (placeOf(from) === placeOf(to)) refuse("target_taken", "--from and --to are the same store")
  const isThere = isPostgres(from) ? await hasStore(from) : existsSync(from)
  if (!isThere) refuse("no_store", `There is no store at ${shownPlace(from)}`)
  const servers = await Promise.all([from, to].filter(isPostgres).map(databaseOf))
  // One database may be known by several names.
  if (servers.length === 2 && servers[0] === servers[1]) {
    refuse("target_taken", "--from and --to are the same database")
  }
}

/** A place as people may see it: without a password. */
const shownPlace = (place: string): string => {
  if (!isPostgres(place)) return place
  const url = new URL(place)
  url.password = ""
  url.search = ""
  return url.href
}

/** The same of all spellings of it that are known. */
const placeOf = (place: string): string => {
  if (!isPostgres(place)) return existsSync(place) ? realpathSync(place) : resolve(place)
  const { hostname, port, pathname } = new URL(place)
  return `${hostname}:${port || "5432"}${pathname}`
}

const hasStore = async (address: string): Promise<boolean> =>
  (await ask(address, "SELECT to_regclass('payloom.deployments')::text")) !== null

/** Tells a database from any other, of whichever server. */
const databaseOf = (address: string): Promise<string | null> =>
  ask(
    address,
    `SELECT pg_postmaster_start_time()::text || ' ' || oid FROM pg_database
     WHERE datname = current_database()`
  )

/** The one text that a statement answers. */
const ask = async (address: string, statement: string): Promise<string | null> => {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 })
  // It is asked one thing, whose failure says the same.
  client.on("error", () => undefined)
  try {
    await client.connect().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new StorageUnavailable({ cause: new Error(`${shownPlace(address)}: ${reason}`) })
    })
    const { rows } = await client.query<Array<string | null>>({ text: statement, rowMode: "array" })
    return rows[0]?.[0] ?? null
  } finally {
    await client.end().catch(() => undefined)
  }
}
