import type { Connection, RowStatement } from "./Connection.ts"
import { feedColumn } from "./tableLayout.ts"

/** The parts of a block of rows, up to the last row that was read. */
interface Block {
  readonly parts: Uint8Array
  /** The last row that was read. */
  upTo: number
}

const blockRows = 4096

/** About 130,000 rows, in as many bytes. */
const mostBlocks = 32

/** The value of a row without a stored part, which an older release wrote. */
const unsaid = 254

const noRow = 255

/** Returns SQL that reads the parts of the rows after one row, up to another. `table` is quoted. */
export const feedMapSql = (table: string): string =>
  `SELECT rowid, ${feedColumn} FROM ${table} WHERE rowid > ? AND rowid <= ?`

/**
 * The feed parts of the rows that were read last. All parts share the same rows, so reading all
 * parts would otherwise read each row once for each part. Rows of a feed never change and are never
 * deleted, so the entries stay valid.
 */
export class FeedMap {
  readonly #rows: RowStatement<readonly [rowid: number, part: number | null]>
  /** The block used last is the last one. */
  readonly #blocks = new Map<number, Block>()

  /** `table` is the table's quoted name. */
  constructor(connection: Connection, table: string) {
    this.#rows = connection.read(feedMapSql(table))
  }

  /**
   * Returns the rows of a part after one row, up to another. Includes rows without a stored part.
   */
  rowsOf(part: number, from: number, upTo: number, limit: number): ReadonlyArray<number> {
    const found: Array<number> = []
    for (let row = from + 1; row <= upTo && found.length < limit; ) {
      const start = row - (row % blockRows)
      const { parts } = this.#block(start, Math.min(upTo, start + blockRows - 1))
      for (; row <= upTo && row < start + blockRows && found.length < limit; row++) {
        const own = parts[row - start]
        if (own === part || own === unsaid) found.push(row)
      }
    }
    return found
  }

  #block(start: number, upTo: number): Block {
    const block = this.#blocks.get(start) ?? {
      parts: new Uint8Array(blockRows).fill(noRow),
      upTo: start - 1
    }
    if (block.upTo < upTo) {
      for (const [row, part] of this.#rows.all([block.upTo, upTo])) {
        block.parts[row - start] = part ?? unsaid
      }
      block.upTo = upTo
    }
    this.#blocks.delete(start)
    this.#blocks.set(start, block)
    const [oldest = start] = this.#blocks.keys()
    if (this.#blocks.size > mostBlocks) this.#blocks.delete(oldest)
    return block
  }
}
