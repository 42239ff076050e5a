import { postgres } from "@payloom/adapter-postgres"
import { Storage, type StoragePort } from "@payloom/core"
import { Context, Effect, Layer, Scope } from "effect"
import pg from "pg"
import { takingRealTime } from "../../clock/realTime.ts"
import { hasPostgres, startPostgres } from "../../postgres/postgresServer.ts"
import { memoryStorage } from "../../storage/memory.ts"

/** The environment variable SCENARIOS_ON makes PostgreSQL the default storage of scenarios. */
const isOnPostgres = process.env.SCENARIOS_ON === "postgres"

/** Creates a storage for a scenario. */
export const scenarioStorage = (): StoragePort =>
  isOnPostgres ? postgresStorage() : memoryStorage()

let pool: Promise<pg.Pool> | undefined
let schemas = 0

/**
 * Creates a storage in its own schema of one PostgreSQL server. All scenarios of a process share
 * the server, which ends with the process. The storage is opened with its first call.
 */
export const postgresStorage = (): StoragePort => {
  let opening: Promise<StoragePort> | undefined
  const opened = Effect.promise(() => {
    opening ??= open()
    return opening
  })
  return onceOpened(opened)
}

const open = async (): Promise<StoragePort> => {
  pool ??= startPool()
  schemas += 1
  const schema = `scenario_${schemas}`
  const layer = postgres({ connection: await pool, schema, listen: false })
  const context = await Effect.runPromise(Layer.buildWithScope(layer, Scope.makeUnsafe()))
  return Context.get(context, Storage)
}

const startPool = async (): Promise<pg.Pool> => {
  if (!hasPostgres) throw new Error("PostgreSQL is not installed here.")
  const { address } = await startPostgres()
  const started = new pg.Pool({ connectionString: address, max: 20, allowExitOnIdle: true })
  // The server ends with the process, and so do its connections.
  started.on("error", () => undefined)
  started.on("connect", (client) => client.on("error", () => undefined))
  return started
}

/** Makes every call wait until the storage is open, and count as real time. */
const onceOpened = (opened: Effect.Effect<StoragePort>): StoragePort => {
  const ask = <A, E>(question: (storage: StoragePort) => Effect.Effect<A, E>) =>
    takingRealTime(Effect.flatMap(opened, question))
  return {
    get: (scope, of, id) => ask((storage) => storage.get(scope, of, id)),
    getMany: (scope, of, ids) => ask((storage) => storage.getMany(scope, of, ids)),
    findUnique: (scope, of, key, value) =>
      ask((storage) => storage.findUnique(scope, of, key, value)),
    page: (scope, of, query) => ask((storage) => storage.page(scope, of, query)),
    feed: (of, query) => ask((storage) => storage.feed(of, query)),
    feedEnd: (of, part) => ask((storage) => storage.feedEnd(of, part)),
    sums: (scope, of, name, query) => ask((storage) => storage.sums(scope, of, name, query)),
    claimDue: (query) => ask((storage) => storage.claimDue(query)),
    nextDue: (kinds) => ask((storage) => storage.nextDue(kinds)),
    dueJobs: (scope, dueBefore, limit) =>
      ask((storage) => storage.dueJobs(scope, dueBefore, limit)),
    jobKinds: (prefix) => ask((storage) => storage.jobKinds(prefix)),
    scopes: (query) => ask((storage) => storage.scopes(query)),
    sweep: (of, idBefore, limit) => ask((storage) => storage.sweep(of, idBefore, limit)),
    commit: (changes) => ask((storage) => storage.commit(changes))
  }
}
