import type { SettlementRow } from "@payloom/core"
import { listOf } from "./mappedColumns.ts"
import type { Cells } from "./rowAmounts.ts"
import type { KindOfRow, PartOfRow, SettlementMapping } from "./SettlementMapping.ts"

/** A row that corrects another one: the text of its kind, and its kind if it is alone. */
export interface FoundPart extends Pick<PartOfRow, "alone"> {
  readonly because: string
}

/** The kind of a row. `part` if it corrects a row of that kind. Null if it is left out. */
export type KindFound =
  | { readonly kind: SettlementRow["kind"]; readonly part: FoundPart | null }
  | { readonly kind: null; readonly because: string }

/** Reads the kinds of rows. */
export class KindReader {
  readonly #of: SettlementMapping["kind"]
  readonly #columns: ReadonlyArray<string>
  /** Keys that match many texts, the longest first. */
  readonly #beginnings: ReadonlyArray<readonly [beginning: string, key: string]>

  constructor(of: SettlementMapping["kind"]) {
    this.#of = of
    this.#columns = "always" in of ? [] : listOf(of.column)
    this.#beginnings = ("always" in of ? [] : Object.keys(of.kinds))
      .filter((key) => key.endsWith("*"))
      .map((key) => [key.slice(0, -1), key] as const)
      .sort(([one], [another]) => another.length - one.length)
  }

  /** Returns null if the text is unknown. */
  kindOf(cells: Cells): KindFound | null {
    if ("always" in this.#of) return { kind: this.#of.always, part: null }
    const text = this.#columns.map((column) => cells.cell(column)).join(" ")
    const { kinds } = this.#of
    const key = Object.hasOwn(kinds, text)
      ? text
      : this.#beginnings.find(([beginning]) => text.startsWith(beginning))?.[1]
    const kind: KindOfRow | undefined = key === undefined ? undefined : kinds[key]
    if (kind === undefined || key === undefined) {
      const others = this.#columns.slice(1).map((column) => JSON.stringify(column))
      const together = others.length === 0 ? "" : `together with ${others.join(" and ")} `
      cells.complain(
        this.#columns[0] ?? null,
        `${together}has no kind that the mapping knows: add its text to \`kinds\`, with null to ` +
          "leave such rows out"
      )
      return null
    }
    if (kind === null) return { kind, because: key }
    if (typeof kind === "string") return { kind, part: null }
    const { partOf, ...part } = kind
    return { kind: partOf, part: { ...part, because: key } }
  }
}
