import { displayWidth, fitToWidth } from "./displayWidth.ts"
import type { Cell, Column, Table } from "./Output.ts"
import { type Paint, textOfCell } from "./paint.ts"

const gap = "  "

/** A shrinking column keeps at least this many columns of the terminal. */
const leastWidth = 8

/**
 * Returns the lines of a table. If it is wider than the terminal, its shrinking columns are cut.
 * `width` is null if nobody watches, and then nothing is cut.
 */
export const renderTable = (
  { columns, rows, empty }: Table,
  width: number | null,
  paint: Paint
): ReadonlyArray<string> => {
  if (rows.length === 0) return [empty]
  const widths = fitColumns(columns, naturalWidths(columns, rows), width)
  const line = (cells: ReadonlyArray<Cell>) =>
    columns
      .map((column, nth) => {
        const align = column.align ?? "left"
        const cell = cells[nth] ?? ""
        const isLast = nth === columns.length - 1 && align === "left"
        const fitted = fitToWidth(textOfCell(cell), widths[nth] ?? 0, align)
        return paint(isLast ? fitted.trimEnd() : fitted, cell)
      })
      .join(gap)
      .trimEnd()
  const titles = columns.map(({ title }) => ({ text: title, colour: "bold" }) as const)
  return [line(titles), ...rows.map(line)]
}

const naturalWidths = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>
): ReadonlyArray<number> =>
  columns.map(({ title }, nth) =>
    rows.reduce(
      (widest, cells) => Math.max(widest, displayWidth(textOfCell(cells[nth] ?? ""))),
      displayWidth(title)
    )
  )

const fitColumns = (
  columns: ReadonlyArray<Column>,
  natural: ReadonlyArray<number>,
  width: number | null
): ReadonlyArray<number> => {
  if (width === null) return natural
  const widths = [...natural]
  let over = widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1)) - width
  while (over > 0) {
    const widest = widths.reduce(
      (best, each, nth) =>
        columns[nth]?.shrinks === true && each > leastWidth && each > (widths[best] ?? 0)
          ? nth
          : best,
      -1
    )
    if (widest < 0) break
    widths[widest] = (widths[widest] ?? 0) - 1
    over -= 1
  }
  return widths
}
