import type { Summand, SumQuery } from "@payloom/core"
import type { Connection } from "./Connection.ts"

/** Part of a sum: what was added to a key at a place, in a scope. */
interface Total {
  readonly sum: number
  readonly scope: number
  readonly key: string
  readonly place: string
  amount: bigint
}

/** Such parts, each found by all that it is of. */
export type Totals = Map<string, Total>

/** Adds what a row adds to a sum. */
export const addTo = (
  totals: Totals,
  sum: number,
  scope: number,
  summands: ReadonlyArray<Summand>
): void => {
  for (const { key, place, amount } of summands) {
    const at = `${sum} ${scope} ${key}\u0000${place}`
    const total = totals.get(at)
    if (total === undefined) totals.set(at, { sum, scope, key, place, amount })
    else total.amount += amount
  }
}

// An amount may fill 64 bits, so sums of amounts don't fit into them: the lower half of each is
// summed apart, and both sums hold two thousand million amounts of any size.
const half = 32n
const lowerHalf = (amount: bigint): bigint => BigInt.asUintN(32, amount)
const upperHalf = (amount: bigint): bigint => amount >> half

/** Adds to what is stored. To be called in a transaction. */
export const writeTotals = (connection: Connection, totals: Totals): void => {
  const write = connection.write(
    `INSERT INTO sum_totals (sum, scope, key, place, upper, lower) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET upper = upper + excluded.upper, lower = lower + excluded.lower`
  )
  for (const { sum, scope, key, place, amount } of totals.values()) {
    write.run([sum, scope, key, place, upperHalf(amount), lowerHalf(amount)])
  }
}

type RawTotal = readonly [key: string, upper: bigint, lower: bigint]

const ofKeys = "FROM sum_totals WHERE sum = ? AND scope = ?"

const totalsSql = `SELECT key, sum(upper), sum(lower) ${ofKeys} AND key >= ? AND key <= ?
  GROUP BY key ORDER BY key`

const nextKeySql = (isFirst: boolean) =>
  `SELECT key ${ofKeys} AND key ${isFirst ? ">=" : ">"} ? AND key <= ? ORDER BY key LIMIT 1`

const placesSql = (isBounded: boolean) =>
  `SELECT key, sum(upper), sum(lower) ${ofKeys} AND key = ? AND place >= ?
   ${isBounded ? "AND place < ?" : ""} GROUP BY key`

/** What is stored of the keys in a range, in their order. */
export const totalsIn = (
  connection: Connection,
  sum: number,
  scope: number,
  query: SumQuery
): Map<string, bigint> => {
  const { keyFrom, keyTo, placeFrom, placeBefore } = query
  const found =
    placeFrom === undefined && placeBefore === undefined
      ? connection.readExactly<RawTotal>(totalsSql).all([sum, scope, keyFrom, keyTo])
      : ofPlaces(connection, sum, scope, query)
  return new Map(found.map(([key, upper, lower]) => [key, (upper << half) + lower]))
}

/** One search for each key: one over all of them would read all places of each. */
const ofPlaces = (
  connection: Connection,
  sum: number,
  scope: number,
  { keyFrom, keyTo, placeFrom = "", placeBefore }: SumQuery
): ReadonlyArray<RawTotal> => {
  const found: Array<RawTotal> = []
  const places = connection.readExactly<RawTotal>(placesSql(placeBefore !== undefined))
  const bounds = placeBefore === undefined ? [placeFrom] : [placeFrom, placeBefore]
  const keyAfter = (key: string, isFirst: boolean) =>
    connection.read<[string]>(nextKeySql(isFirst)).get([sum, scope, key, keyTo])?.[0]
  for (
    let key = keyAfter(keyFrom, true);
    key !== undefined;
    key = keyTo === key ? undefined : keyAfter(key, false)
  ) {
    found.push(...places.all([sum, scope, key, ...bounds]))
  }
  return found
}
