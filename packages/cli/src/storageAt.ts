import { type PostgresRefused, postgres } from "@payloom/adapter-postgres"
import { type SqliteRefused, sqlite } from "@payloom/adapter-sqlite"
import type { Storage, StorageUnavailable } from "@payloom/core"
import type { Layer } from "effect"

/** Whether an address names a PostgreSQL database, as `postgres://…` does, rather than a file. */
export const isPostgres = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address)

/**
 * The storage at an address: `postgres://user@host/database`, in its schema `payloom`, or
 * the name of a SQLite file.
 *
 * ```ts
 * const storage = storageAt("postgres://localhost/shop")
 * ```
 */
export const storageAt = (
  address: string
): Layer.Layer<Storage, StorageUnavailable | PostgresRefused | SqliteRefused> =>
  isPostgres(address) ? postgres({ connection: address }) : sqlite(address)
