import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgres } from "@payloom/adapter-postgres"
import { sqlite } from "@payloom/adapter-sqlite"
import { openStorage } from "@payloom/testkit"
import { startPostgres } from "@payloom/testkit/postgres"

/** Opens a storage in a new SQLite file. */
export const openSqlite = async () => {
  const folder = mkdtempSync(join(tmpdir(), "store-credit-"))
  const { storage, close } = await openStorage(sqlite(join(folder, "payloom.db")))
  const remove = () => rmSync(folder, { recursive: true })
  return { storage, close: () => close().then(remove) }
}

let server: ReturnType<typeof startPostgres> | undefined

/** Opens a storage in a new schema of one PostgreSQL server. */
export const openPostgres = async () => {
  server ??= startPostgres()
  const { address } = await server
  const schema = `credit_${randomUUID().replaceAll("-", "").slice(0, 12)}`
  return openStorage(postgres({ connection: address, schema, listen: false }))
}

/** Stops the server, if one was started. */
export const stopPostgres = async (): Promise<void> => {
  await (await server)?.stop()
}
