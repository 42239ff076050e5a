import { closestMatch } from "leven"
import { type CsvIssue, issueAt } from "./CsvRefused.ts"
import { columnsOf, timesOf } from "./mappedColumns.ts"
import type { SettlementMapping, TimeColumn } from "./SettlementMapping.ts"

/** The positions of a mapping's columns in the rows below a header. */
export interface Header {
  /** The position of each mapped column. Missing optional columns have none. */
  readonly places: ReadonlyMap<string, number>
  /** The first of the mapping's time columns that the file has. Null if it has none. */
  readonly time: TimeColumn | null
  /** The number of cells of a row. */
  readonly cells: number
  /** The positions and names of columns that seem to name a currency. */
  readonly currencies: ReadonlyArray<readonly [place: number, name: string]>
}

/** Returns the header in a line, or why the line is not a header. */
export const headerIn = (
  cells: ReadonlyArray<string>,
  row: number,
  mapping: SettlementMapping
): Header | ReadonlyArray<CsvIssue> => {
  if (cells.length > mostColumns) {
    return [issueAt(row, null, `has more than ${mostColumns} columns`)]
  }
  const find = finderIn(cells)
  const places = new Map<string, number>()
  const issues: Array<CsvIssue> = []
  const need = (column: string) => {
    const found = find(column)
    if (found.length > 1) issues.push(issueAt(row, column, severalTimes))
    else if (found[0] !== undefined) places.set(column, found[0])
    else if (mapping.optional?.includes(column) !== true) {
      issues.push(issueAt(row, column, absent(column, cells)))
    }
  }
  for (const column of columnsOf(mapping)) need(column)
  const times = timesOf(mapping)
  const time = times.find(({ column }) => find(column).length > 0) ?? times[0] ?? null
  if (time !== null) need(time.column)
  if (typeof time?.zone === "object") need(time.zone.column)
  if (issues.length > 0) return issues
  return { places, time, cells: cells.length, currencies: currencyColumns(cells) }
}

/**
 * Returns a function that finds the positions of a name: identical names, or otherwise similar
 * ones.
 */
const finderIn = (cells: ReadonlyArray<string>) => {
  const exact = Map.groupBy(cells.keys(), (place) => cells[place] ?? "")
  const loose = Map.groupBy(cells.keys(), (place) => normalized(cells[place] ?? ""))
  return (column: string): ReadonlyArray<number> =>
    exact.get(column) ?? loose.get(normalized(column)) ?? []
}

const severalTimes =
  "is there several times in letters or spaces alike, so it is unclear which one is meant: " +
  "rename one of them"

/** Names that differ only in letter case and spaces are equal. */
const normalized = (name: string): string =>
  name.trim().replaceAll(/\s+/g, " ").toLowerCase().slice(0, longestName)

const longestName = 200
const mostColumns = 1000

const absent = (column: string, cells: ReadonlyArray<string>): string => {
  const names = new Map(
    cells
      .filter((name) => name !== "" && name.length <= longestName)
      .map((name) => [normalized(name), name])
  )
  const maxDistance = Math.max(1, Math.min(3, Math.floor(column.length / 4)))
  const near = closestMatch(normalized(column), [...names.keys()], { maxDistance })
  return near === undefined
    ? "is missing: check that this is the right report and that its header is in this line"
    : `is missing: did you mean ${JSON.stringify(names.get(near))}?`
}

const currencyName = /curr|ccy|w(?:\u00E4|ae)hrung|devise|moneda|moeda|moneta|valuta/i

const currencyColumns = (cells: ReadonlyArray<string>): Header["currencies"] =>
  [...cells.entries()].filter(([, name]) => currencyName.test(name.slice(0, longestName)))
