/**
 * What the `payloom` command does, for programs of one's own.
 *
 * @packageDocumentation
 */

export { isPostgres, storageAt } from "./storageAt.ts"
