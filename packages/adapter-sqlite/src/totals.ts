import type { Summand, SumQuery } from "@payloom/core"
import type { Connection } from "./Connection.ts"

type OfKeys = Map<string, Map<string, bigint>>

/** Amounts to add, by the number of the sum, the number of the scope, the key and the place. */
export type Totals = Map<number, Map<number, OfKeys>>

/** Adds a row's amounts to a sum. */
export const addTo = (
  totals: Totals,
  sum: number,
  scope: number,
  summands: ReadonlyArray<Summand>
): void => {
  const ofScopes = made(totals, sum, (): Map<number, OfKeys> => new Map())
  const ofKeys = made(ofScopes, scope, (): OfKeys => new Map())
  for (const { key, place, amount } of summands) {
    const ofPlaces = made(ofKeys, key, (): Map<string, bigint> => new Map())
    ofPlaces.set(place, (ofPlaces.get(place) ?? 0n) + amount)
  }
}

const made = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key)
  if (found !== undefined) return found
  const value = make()
  map.set(key, value)
  return value
}

// An amount may use all 64 bits, so sums of amounts don't fit into 64 bits. The two halves of each
// amount are summed separately. Both sums hold two thousand million amounts of any size.
const half = 32n
const lowerHalf = (amount: bigint): bigint => BigInt.asUintN(32, amount)
const upperHalf = (amount: bigint): bigint => amount >> half

/** Adds totals to the stored ones. Call it in a transaction. */
export const writeTotals = (connection: Connection, totals: Totals): void => {
  const write = connection.write(
    `INSERT INTO sum_totals (sum, scope, key, place, upper, lower) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET upper = upper + excluded.upper, lower = lower + excluded.lower`
  )
  for (const [sum, ofScopes] of totals) {
    for (const [scope, ofKeys] of ofScopes) {
      for (const [key, ofPlaces] of ofKeys) {
        for (const [place, amount] of ofPlaces) {
          write.run([sum, scope, key, place, upperHalf(amount), lowerHalf(amount)])
        }
      }
    }
  }
}

type RawTotal = readonly [key: string, upper: bigint, lower: bigint]

const fromSum = "FROM sum_totals WHERE sum = ? AND scope = ?"

const totalsSql = `SELECT key, sum(upper), sum(lower) ${fromSum} AND key >= ? AND key <= ?
  GROUP BY key ORDER BY key`

const nextKeySql = (isFirst: boolean) =>
  `SELECT key ${fromSum} AND key ${isFirst ? ">=" : ">"} ? AND key <= ? ORDER BY key LIMIT 1`

const placesSql = (isBounded: boolean) =>
  `SELECT key, sum(upper), sum(lower) ${fromSum} AND key = ? AND place >= ?
   ${isBounded ? "AND place < ?" : ""} GROUP BY key`

/** Returns the stored totals of the keys in a range, in their order. */
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
      : inPlaces(connection, sum, scope, query)
  return new Map(found.map(([key, upper, lower]) => [key, (upper << half) + lower]))
}

/** Searches each key by itself. One search for all would read all places of each key. */
const inPlaces = (
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
