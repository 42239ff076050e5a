import {
  type AnyCollection,
  EngineCollections,
  Storage,
  type StorageUnavailable,
  UpgradesStores
} from "@payloom/core"
import { Clock, Effect, Layer } from "effect"
import { checkOptions } from "./checkOptions.ts"
import { checkServer } from "./checkServer.ts"
import { connectTo } from "./connectTo.ts"
import { Notifications } from "./Notifications.ts"
import { openPatiently } from "./openPatiently.ts"
import { defaultSchema, type PostgresOptions } from "./PostgresOptions.ts"
import type { PostgresRefused } from "./PostgresRefused.ts"
import { monthly, type Partitioning } from "./partitions/Partitioning.ts"
import { makePostgresStorage } from "./postgresStorage.ts"
import { Tables } from "./Tables.ts"

/**
 * Returns storage in a schema of a PostgreSQL database, 14 or newer. A commit that succeeded is as
 * durable as the server's `synchronous_commit` says. Several processes may use one schema at once.
 *
 * Closes its connections with the layer. A pool that was given stays open. Fails with
 * `PostgresRefused` at once if a person has to help, and with `StorageUnavailable` if the server
 * can't be used for `openTimeoutMs`.
 *
 * ```ts
 * const storage = postgres({ connection: "postgres://localhost/shop" })
 * ```
 */
export const postgres = (
  options: PostgresOptions
): Layer.Layer<Storage, StorageUnavailable | PostgresRefused> =>
  splitPostgres(options, monthly(options?.eventRetentionMonths))

/** Returns the same storage, with another way to split tables. For tests. */
export const splitPostgres = (
  options: PostgresOptions,
  partitioning: Partitioning
): Layer.Layer<Storage, StorageUnavailable | PostgresRefused> => {
  // A program without types may pass nothing. That is refused when the database is opened.
  const { schema = defaultSchema, openTimeoutMs = defaultOpenTimeoutMs } = options ?? {}
  return Layer.effect(
    Storage,
    Effect.gen(function* () {
      const ofEngine = yield* EngineCollections
      const clock = yield* Clock.Clock
      const given = (yield* UpgradesStores) ? options : { ...options, upgrade: false }
      const open = () =>
        opened(given, { ofEngine, partitioning, now: clock.currentTimeMillisUnsafe() })
      const { storage } = yield* openPatiently({ open, schema, openTimeoutMs })
      return storage
    })
  )
}

/** The surroundings of a storage. */
interface Opening {
  readonly ofEngine: ReadonlyArray<AnyCollection>
  readonly partitioning: Partitioning
  /** The time of the engine's clock. */
  readonly now: number
}

/** Most failovers are over by then. */
const defaultOpenTimeoutMs = 30_000

const opened = async (options: PostgresOptions, { ofEngine, partitioning, now }: Opening) => {
  checkOptions(options)
  const { schema = defaultSchema, collections = ofEngine } = options
  const { connections, database, coordinator, close } = connectTo(options, (on) =>
    tables.findHome(on)
  )
  const tables = new Tables(database, schema, { ...options, partitioning, coordinator })
  try {
    await checkServer(coordinator ?? database, schema, options)
    await tables.prepare(collections, now)
    if (coordinator !== null) await checkServer(database, schema, options)
    const storage = makePostgresStorage(database, tables)
    if (options.listen === false) return { storage, close }
    const listening = { schema, listensAnywhere: options.listen === true }
    const wakeUps = new Notifications(connections, database, listening)
    return { storage: { ...storage, wakeUps }, close }
  } catch (cause) {
    await close()
    throw cause
  }
}
