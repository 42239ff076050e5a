import { sql } from "./Statement.ts"

/**
 * Makes PostgreSQL use index scans in the rest of the transaction. The number of due jobs and new
 * events changes faster than PostgreSQL's statistics, which may make it read whole tables.
 */
export const indexScan = sql(
  "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)"
)
