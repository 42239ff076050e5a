import { postgres } from "@payloom/adapter-postgres"
import { cells } from "@payloom/cells"
import { Storage, type StoragePort } from "@payloom/core"
import { Context, Effect, Layer, Scope } from "effect"
import pg from "pg"
import { takingRealTime } from "../../clock/realTime.ts"
import { hasPostgres, startPostgres } from "../../postgres/postgresServer.ts"
import { memory, memoryStorage } from "../../storage/memory.ts"
import { storageBy } from "../../storage/storageBy.ts"

/**
 * The environment variable SCENARIOS_ON makes `postgres` or `cells` the default storage of
 * scenarios.
 */
const storageName = process.env.SCENARIOS_ON

/** Creates a storage for a scenario. */
export const scenarioStorage = (): StoragePort => {
  if (storageName === "postgres") return postgresStorage()
  return storageName === "cells" ? cellsInMemory() : memoryStorage()
}

/** Creates two cells in memory. Tenants get one and the other in turn. */
export const cellsInMemory = (): StoragePort => movableCells().storage

/** Creates two cells in memory, and returns their storages, by which tenants are moved. */
export const movableCells = () => {
  let tenants = 0
  const storages = {
    directory: memory(),
    cells: { a: memory(), b: memory() },
    placeTenant: () => {
      tenants += 1
      return tenants % 2 === 0 ? "a" : "b"
    }
  }
  const layer = cells(storages)
  const open = async () => {
    const context = await Effect.runPromise(Layer.buildWithScope(layer, Scope.makeUnsafe()))
    return Context.get(context, Storage)
  }
  // A call of several storages in memory takes a turn of the event loop, as one of a database does.
  return { storages, storage: openedOnce(open, Effect.promise(nextTurn)) }
}

let pool: Promise<pg.Pool> | undefined
let schemas = 0

/**
 * Creates a storage in its own schema of one PostgreSQL server. All scenarios of a process share
 * the server, which ends with the process. The storage is opened with its first call.
 */
export const postgresStorage = (): StoragePort => openedOnce(openPostgres)

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Opens a storage with its first call. Each call is after another effect. */
const openedOnce = (
  open: () => Promise<StoragePort>,
  before: Effect.Effect<unknown> = Effect.void
): StoragePort => {
  let opening: Promise<StoragePort> | undefined
  const opened = Effect.promise(() => {
    opening ??= open()
    return opening
  })
  return onceOpened(Effect.andThen(before, opened))
}

const openPostgres = async (): Promise<StoragePort> => {
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
const onceOpened = (opened: Effect.Effect<StoragePort>): StoragePort =>
  storageBy((question) => takingRealTime(Effect.flatMap(opened, question)))
