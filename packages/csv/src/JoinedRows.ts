import { setImmediate } from "node:timers/promises"
import type { SettlementRow } from "@payloom/core"
import { type CsvIssue, issueAt } from "./CsvRefused.ts"

interface Part {
  readonly of: SettlementRow
  readonly line: number
}

/** After so many parts, other code runs. */
const partsAtOnce = 500

/** The rows of a report, and parts that correct some of them. */
export class JoinedRows {
  readonly rows: Array<SettlementRow> = []
  readonly #parts: Array<Part> = []
  /** The index of each row by its name. Null if several rows have the name. */
  readonly #places: Map<string, number | null> | null

  /** Without parts, no index is kept. */
  constructor(hasParts: boolean) {
    this.#places = hasParts ? new Map() : null
  }

  /** Adds a row. With `partAt`, its line, adds it as a part of another row. */
  add(row: SettlementRow, partAt: number | null): void {
    if (partAt !== null) {
      this.#parts.push({ of: row, line: partAt })
      return
    }
    const name = nameOf(row)
    this.#places?.set(name, this.#places.has(name) ? null : this.rows.length)
    this.rows.push(row)
  }

  /** Subtracts the gross of each part from its row and adds its fee, or refuses the part. */
  async join(refuse: (issue: CsvIssue) => void): Promise<void> {
    for (const [index, part] of this.#parts.entries()) {
      const complaint = this.#apply(part.of)
      if (complaint !== null) refuse(issueAt(part.line, null, complaint))
      if (index % partsAtOnce === partsAtOnce - 1) await setImmediate()
    }
  }

  #apply(part: SettlementRow): string | null {
    const place = this.#places?.get(nameOf(part))
    const { [place ?? -1]: whole } = this.rows
    if (whole === undefined || place == null) {
      const found = place === undefined ? "no row" : "several rows"
      return (
        `corrects a ${part.kind}, but the report has ${found} with its reference: read the ` +
        "report that has both, or leave such rows out with null in `kinds`"
      )
    }
    if (whole.gross < part.gross) return `corrects more than the ${part.kind} with its reference`
    const { gross, fee } = whole
    this.rows[place] = { ...whole, gross: gross - part.gross, fee: fee + part.fee }
    return null
  }
}

const nameOf = ({ kind, currency, reference }: SettlementRow): string =>
  `${kind} ${currency} ${reference}`
