/**
 * Payloom's storage port on PostgreSQL.
 *
 * @packageDocumentation
 */

export { PostgresRefused } from "./PostgresRefused.ts"
export { type PostgresOptions, postgres } from "./postgres.ts"
export { clientOf } from "./transactions.ts"
