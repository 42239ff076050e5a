/**
 * Payloom's storage on SQLite.
 *
 * @packageDocumentation
 */

export { SqliteFileLost } from "./SqliteFileLost.ts"
export { SqliteRefused } from "./SqliteRefused.ts"
export { type SqliteOptions, sqlite } from "./sqlite.ts"
