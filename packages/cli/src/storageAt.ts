import { type PostgresOptions, type PostgresRefused, postgres } from "@payloom/adapter-postgres"
import { type SqliteRefused, sqlite } from "@payloom/adapter-sqlite"
import type { Storage, StorageUnavailable } from "@payloom/core"
import type { Layer } from "effect"

/**
 * Returns true if an address names a PostgreSQL database, as `postgres://…` does. False for a file.
 */
export const isPostgres = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address)

/** Returns true for the address of another kind of database, or a misspelt one. */
export const isOtherAddress = (address: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]+:\/\/|postgres(?:ql)?:|mysql:|file:)/i.test(address) && !isPostgres(address)

/**
 * Returns the storage at an address: a PostgreSQL database such as `postgres://user@host/database`,
 * or the name of a SQLite file. In PostgreSQL the store is in the schema `payloom`.
 *
 * `options` are the other options of `postgres`. They have no effect on a file.
 *
 * ```ts
 * const storage = storageAt("postgres://localhost/shop")
 * ```
 */
export const storageAt = (
  address: string,
  options: Omit<PostgresOptions, "connection"> = {}
): Layer.Layer<Storage, StorageUnavailable | PostgresRefused | SqliteRefused> =>
  isPostgres(address) ? postgres({ ...options, connection: address }) : sqlite(address)
