import type { Connection, RowStatement } from "./Connection.ts"
import { feedColumn } from "./tableLayout.ts"

/** In which part each of a stretch of rows is, as far as they have been looked at. */
interface Block {
  readonly parts: Uint8Array
  /** The last row that was looked at. */
  upTo: number
}

const blockRows = 4096

/** About 130,000 rows, in as many bytes. */
const mostBlocks = 32

/** Stands for a row that doesn't say its part: an older release wrote it. */
const unsaid = 254

const noRow = 255

/** The parts of the rows behind one and up to another, of a table by its name in SQL. */
export const feedMapSql = (table: string): string =>
  `SELECT rowid, ${feedColumn} FROM ${table} WHERE rowid > ? AND rowid <= ?`

/**
 * In which part of a feed each row is, of the stretches that were read last. All parts lie along
 * the same rows: whoever reads them all would go past each row once for each part. Nothing of what
 * is followed ever changes or goes, so what was seen once stays.
 */
export class FeedMap {
  readonly #rows: RowStatement<readonly [rowid: number, part: number | null]>
  /** The one used last stands last. */
  readonly #blocks = new Map<number, Block>()

  /** Of a table by its name in SQL. */
  constructor(connection: Connection, table: string) {
    this.#rows = connection.read(feedMapSql(table))
  }

  /** The rows of a part, and those that don't say theirs, behind a row and up to another. */
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
