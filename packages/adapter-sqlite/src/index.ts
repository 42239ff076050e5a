/**
 * Payloom's storage port on SQLite.
 *
 * @packageDocumentation
 */

export { SqliteRefused } from "./SqliteRefused.ts"
export { type SqliteOptions, sqlite } from "./sqlite.ts"
