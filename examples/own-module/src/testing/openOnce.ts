import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgres } from "@payloom/adapter-postgres"
import { sqlite } from "@payloom/adapter-sqlite"
import { Storage } from "@payloom/core"
import { startPostgres } from "@payloom/testkit/postgres"
import { Context, Effect, Exit, Layer, Scope } from "effect"

/** Opens a storage as an engine does. */
const opened = async <E>(layer: Layer.Layer<Storage, E>, after: () => void = () => undefined) => {
  const scope = await Effect.runPromise(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  return {
    storage: Context.get(context, Storage),
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      after()
    }
  }
}

/** Opens a storage in a new SQLite file. */
export const openSqlite = () => {
  const folder = mkdtempSync(join(tmpdir(), "store-credit-"))
  return opened(sqlite(join(folder, "payloom.db")), () => rmSync(folder, { recursive: true }))
}

let server: ReturnType<typeof startPostgres> | undefined

/** Opens a storage in a new schema of one PostgreSQL server. */
export const openPostgres = async () => {
  server ??= startPostgres()
  const { address } = await server
  const schema = `credit_${randomUUID().replaceAll("-", "").slice(0, 12)}`
  return opened(postgres({ connection: address, schema, listen: false }))
}

/** Stops the server, if one was started. */
export const stopPostgres = async (): Promise<void> => {
  await (await server)?.stop()
}
