import { setImmediate } from "node:timers/promises"
import type { SettlementRow } from "@payloom/core"
import { type CsvIssue, issueAt } from "./CsvRefused.ts"
import type { FoundPart } from "./KindReader.ts"

interface Part extends FoundPart {
  readonly of: SettlementRow
  readonly line: number
}

/** A row and its line. */
interface Placed {
  readonly row: SettlementRow
  readonly line: number
}

/** The functions that collect the results beside the rows. */
export interface JoinResults {
  readonly refuse: (issue: CsvIssue) => void
  readonly leaveOut: (because: string, line: number) => void
}

/** After so many parts, other code runs. */
const partsAtOnce = 500

/** The rows of a report, and parts that correct some of them. */
export class JoinedRows {
  /** Null in the place of a row that its parts have canceled. */
  readonly #rows: Array<Placed | null> = []
  readonly #parts: Array<Part> = []
  /** The index of each row by its name. Null if several rows have the name. */
  readonly #places: Map<string, number | null> | null

  /** Without parts, no index is kept. */
  constructor(hasParts: boolean) {
    this.#places = hasParts ? new Map() : null
  }

  /** Adds a row, or a part of another row. */
  add(row: SettlementRow, line: number, part: FoundPart | null): void {
    if (part !== null) {
      this.#parts.push({ ...part, of: row, line })
      return
    }
    const name = nameOf(row)
    this.#places?.set(name, this.#places.has(name) ? null : this.#rows.length)
    this.#rows.push({ row, line })
  }

  /**
   * Subtracts the gross of each part from its row and adds its fee. Refuses a part without a row,
   * unless it may be alone. Returns the rows.
   */
  async join({ refuse, leaveOut }: JoinResults): Promise<ReadonlyArray<SettlementRow>> {
    for (const [index, part] of this.#parts.entries()) {
      const complaint = this.#apply(part, leaveOut)
      if (complaint !== null && part.alone === undefined) {
        refuse(issueAt(part.line, null, complaint))
      } else if (complaint !== null && part.alone !== undefined) {
        this.#rows.push({ row: { ...part.of, kind: part.alone }, line: part.line })
      }
      if (index % partsAtOnce === partsAtOnce - 1) await setImmediate()
    }
    return this.#rows.flatMap((placed) => (placed === null ? [] : [placed.row]))
  }

  /** Returns why a part has no row to correct, or null if it has corrected its row. */
  #apply({ of: part, because, line }: Part, leaveOut: JoinResults["leaveOut"]): string | null {
    const place = this.#places?.get(nameOf(part))
    const { [place ?? -1]: placed = null } = this.#rows
    if (placed === null || place == null) {
      const found = place === null ? "several rows" : "no row"
      return (
        `corrects a ${part.kind}, but the report has ${found} with its reference: read the ` +
        "report that has both, or leave such rows out with null in `kinds`"
      )
    }
    const { gross, fee } = placed.row
    if (gross < part.gross) return `corrects more than the ${part.kind} with its reference`
    const row = { ...placed.row, gross: gross - part.gross, fee: fee + part.fee }
    const isCanceled = row.gross === 0n && row.fee === 0n
    this.#rows[place] = isCanceled ? null : { row, line: placed.line }
    if (isCanceled) for (const each of [placed.line, line]) leaveOut(because, each)
    return null
  }
}

const nameOf = ({ kind, currency, reference }: SettlementRow): string =>
  `${kind} ${currency} ${reference}`
