import { type PostgresOptions, type PostgresRefused, postgres } from "@payloom/adapter-postgres"
import { type SqliteRefused, sqlite } from "@payloom/adapter-sqlite"
import type { Storage, StorageUnavailable } from "@payloom/core"
import type { Layer } from "effect"

/** Whether an address names a PostgreSQL database, as `postgres://…` does, rather than a file. */
export const isPostgres = (address: string): boolean => /^postgres(ql)?:\/\//i.test(address)

/** Returns true for the address of another database, or a misspelt one. No file is named so. */
export const isOtherAddress = (address: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]+:\/\/|postgres(?:ql)?:|mysql:|file:)/i.test(address) && !isPostgres(address)

/**
 * The storage at an address: `postgres://user@host/database`, in its schema `payloom`, or
 * the name of a SQLite file.
 *
 * The other options of `postgres` may follow. A file has none of them.
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
