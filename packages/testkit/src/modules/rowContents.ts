import { isDeepStrictEqual } from "node:util"
import type { Row } from "@payloom/core"

/** The values of a row, as texts by their paths, such as `"address.city"`. */
type RowContent = ReadonlyMap<string, string>

/** The contents of rows by table, without ids and times, which differ in each life. */
export type RowContents = Readonly<Record<string, ReadonlyArray<RowContent>>>

/** Returns the values of rows. Ids and times are masked. */
export const contentsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<RowContent> =>
  rows.map((row) => new Map(leaves("", row).toSorted(([one], [other]) => (one < other ? -1 : 1))))

const leaves = (path: string, value: unknown): ReadonlyArray<readonly [string, string]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        leaves(path === "" ? name : `${path}.${name}`, inner)
      )
    : [[path, textOf(value)]]

const ids = /[a-z]{1,12}_[0-9A-HJKMNP-TV-Z]{26}/g
const time = /^\d{4}-\d\d-\d\d(T|$)/

/** A number as large is a time, in seconds or in milliseconds. Amounts are bigints. */
const leastTime = 1_000_000_000

/** Quotes texts, so that they can be told from amounts. */
const textOf = (value: unknown): string => {
  if (typeof value === "number" && value >= leastTime) return "a time"
  if (typeof value !== "string") return String(value)
  return time.test(value) ? "a time" : JSON.stringify(value.replace(ids, "an id"))
}

/**
 * Returns the fields that are random texts, such as codes, as `table.field`. Their texts differ if
 * a life is repeated without a disturbance. An amount that differs is never random.
 */
export const randomFields = (one: RowContents, other: RowContents): ReadonlySet<string> =>
  new Set(
    Object.entries(one).flatMap(([table, rows]) => {
      const others = other[table] ?? []
      const paths = new Set([...rows, ...others].flatMap((row) => [...row.keys()]))
      return [...paths]
        .filter((path) => isRandom(rows, others, path))
        .map((path) => `${table}.${path}`)
    })
  )

const isRandom = (
  rows: ReadonlyArray<RowContent>,
  others: ReadonlyArray<RowContent>,
  path: string
): boolean => {
  const [values, more] = [rows, others].map((all) => all.flatMap((row) => row.get(path) ?? []))
  const areTexts = [...(values ?? []), ...(more ?? [])].every((value) => value.startsWith('"'))
  return areTexts && !isDeepStrictEqual(values?.toSorted(), more?.toSorted())
}

/** Returns a sentence for each table whose rows differ, apart from random fields. */
export const differences = (
  expected: RowContents,
  actual: RowContents,
  random: ReadonlySet<string>
): ReadonlyArray<string> =>
  Object.keys(expected).flatMap((table) => {
    const [wanted, left] = [expected, actual].map((contents) =>
      (contents[table] ?? [])
        .map((row) => shown(table, row, random))
        .toSorted()
        .join(", ")
    )
    return wanted === left ? [] : [`The rows of ${table} are ${left}, and not ${wanted}.`]
  })

const shown = (table: string, row: RowContent, random: ReadonlySet<string>): string =>
  `{${[...row]
    .filter(([path]) => !random.has(`${table}.${path}`))
    .map(([path, value]) => `${path}: ${value}`)
    .join(", ")}}`
