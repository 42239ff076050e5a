import { existsSync, realpathSync } from "node:fs"
import { resolve } from "node:path"
import pg from "pg"
import { CopyRefused } from "./copy/CopyRefused.ts"
import { isPostgres } from "./storageAt.ts"

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
  }
  if (placeOf(from) === placeOf(to)) refuse("target_taken", "--from and --to are the same store")
  const isThere = isPostgres(from) ? await hasStore(from) : existsSync(from)
  if (!isThere) refuse("no_store", `There is no store at ${shownPlace(from)}`)
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

const hasStore = async (address: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 10_000 })
  // It is asked one thing, whose failure says the same.
  client.on("error", () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query("SELECT to_regclass('payloom.deployments') AS found")
    return rows[0]?.found !== null
  } finally {
    await client.end().catch(() => undefined)
  }
}
