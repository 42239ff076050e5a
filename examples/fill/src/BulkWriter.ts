import type { Collection, Row } from "@payloom/core"
import type { StoredValues } from "./rowForm.ts"

/**
 * Writes rows past the engine, without looking at each. Indexes and triggers are dropped first, and
 * made again at the end, by their own texts.
 */
export interface BulkWriter {
  /** Writes rows of a collection: version, id, columns and document of each. */
  readonly write: (of: Collection<Row>, rows: ReadonlyArray<StoredValues>) => Promise<void> | void
  /** Makes the indexes again, and closes the connection. */
  readonly finish: (onIndex: (share: number) => void) => Promise<void>
}
