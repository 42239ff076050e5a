/**
 * Payloom's storage on PostgreSQL.
 *
 * @packageDocumentation
 */

export type { PostgresOptions } from "./PostgresOptions.ts"
export { PostgresRefused } from "./PostgresRefused.ts"
export { PostgresRewound } from "./PostgresRewound.ts"
export { postgres } from "./postgres.ts"
export { clientOf } from "./transactions.ts"
