import { sql } from "./Statement.ts"

/**
 * Plans what follows in a transaction as walks along indexes. How much is due, or happened since
 * a position, changes faster than PostgreSQL's statistics, by which it may go through all there is.
 */
export const indexScan = sql(
  "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)"
)
