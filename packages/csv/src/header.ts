import { closestMatch } from "leven"
import { type CsvIssue, issueAt } from "./CsvRefused.ts"
import { columnsOf, timesOf } from "./mappedColumns.ts"
import type { SettlementMapping, TimeColumn } from "./SettlementMapping.ts"

/** Where the columns of a mapping are in the rows below a header. */
export interface Header {
  /** The place of each mapped column; none for an optional one that isn't there. */
  readonly places: ReadonlyMap<string, number>
  /** The first of the mapping's columns of times that the file has; null if it has none. */
  readonly time: TimeColumn | null
  /** How many cells a row has. */
  readonly cells: number
  /** The places and names of columns that seem to name a currency. */
  readonly currencies: ReadonlyArray<readonly [place: number, name: string]>
}

/** What a line makes as a header, or why it is none. */
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

/** Finds the places of a name: those that are the same, or else alike. */
const finderIn = (cells: ReadonlyArray<string>) => {
  const exact = Map.groupBy(cells.keys(), (place) => cells[place] ?? "")
  const loose = Map.groupBy(cells.keys(), (place) => normalized(cells[place] ?? ""))
  return (column: string): ReadonlyArray<number> =>
    exact.get(column) ?? loose.get(normalized(column)) ?? []
}

const severalTimes =
  "is there several times in letters or spaces alike, so which one is meant can't be told: " +
  "rename one of them"

/** Names that differ in letter case and spaces alone are the same. */
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
    ? "is not there: check that this is the right report and that its header is in this line"
    : `is not there: did you mean ${JSON.stringify(names.get(near))}?`
}

const currencyName = /curr|ccy|w(?:\u00E4|ae)hrung|devise|moneda|moeda|moneta|valuta/i

const currencyColumns = (cells: ReadonlyArray<string>): Header["currencies"] =>
  [...cells.entries()].filter(([, name]) => currencyName.test(name.slice(0, longestName)))
