import type { MidId } from "../kernel/primitives/PublicId.ts"
import { type LedgerGroup, movementName } from "./LedgerGroup.ts"
import { postedOn } from "./postedLines.ts"
import type { SettlementRow } from "./SettlementRow.ts"
import { isMovement, type Movement, settlementsOf } from "./settledMovements.ts"

/** The result of comparing a row of a report. */
export type RowFinding =
  | { readonly _tag: "Unknown"; readonly row: SettlementRow }
  | {
      readonly _tag: "AmountDiffers" | "CurrencyDiffers" | "Duplicate"
      readonly row: SettlementRow
      readonly movement: Movement
    }
  | {
      readonly _tag: "Matched"
      readonly row: SettlementRow
      readonly movement: Movement
      /** The settlement of an earlier run of the same report. Null if there is none. */
      readonly settlement: LedgerGroup | null
      /** The number of this settlement of the movement's name, from 1. */
      readonly nth: number
    }

/** Returns the account of the money that a MID's provider owes us. */
export const receivableOf = (mid: MidId): string => `provider_receivable:${mid}`

/** Returns the amount that moved between us and the provider, in minor units and without a sign. */
export const movedAmount = (group: LedgerGroup, mid: MidId): bigint => {
  const amount = postedOn(group, receivableOf(mid)) ?? 0n
  return amount < 0n ? -amount : amount
}

/**
 * Compares rows of a MID's report with the groups of the ledger that they may refer to. `claimed`
 * has the ids of the movements that earlier rows of the report matched. Our own reference has
 * precedence over the provider's. If a provider's reference belongs to several of our references,
 * the row is unknown. Pure.
 *
 * Movements under one name are settled in the order of booking, such as those of a dispute that is
 * held, won and held again. A row that settled one of them in an earlier run matches that one
 * again.
 */
export const compareRows = (
  mid: MidId,
  rows: ReadonlyArray<SettlementRow>,
  groups: ReadonlyArray<LedgerGroup>,
  claimed: ReadonlySet<string>
): ReadonlyArray<RowFinding> => {
  const movements = groups
    .filter(isMovement)
    .filter((group) => postedOn(group, receivableOf(mid)) !== null)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const own = byName(movements, ({ atProvider }) => atProvider.reference)
  const theirs = byName(movements, ({ atProvider }) => atProvider.providerReference)
  const settlements = settlementsOf(groups)
  const settledTimes = timesSettled(groups)
  // The set of all claimed ids grows with the report, so only those of these movements are copied.
  const matched = new Set<string>()
  for (const { id } of movements) if (claimed.has(id)) matched.add(id)
  return rows.map((row): RowFinding => {
    const name = `${row.kind}:${row.reference}`
    const named = own.get(name) ?? theirs.get(name) ?? []
    const movement = meantBy({ mid, row, named, matched, settlements })
    if (movement === null || new Set(named.map(movementName)).size > 1) {
      return { _tag: "Unknown", row }
    }
    const mismatch = mismatchOf(mid, row, movement)
    if (mismatch !== null) return { _tag: mismatch, row, movement }
    const settlement = settlements.get(movement.id) ?? null
    const isOther = settlement !== null && !isSameSettlement(settlement, row, mid)
    if (isOther || matched.has(movement.id)) return { _tag: "Duplicate", row, movement }
    matched.add(movement.id)
    if (settlement !== null) {
      return { _tag: "Matched", row, movement, settlement, nth: settlement.settlement?.nth ?? 1 }
    }
    const key = movementName(movement)
    const nth = (settledTimes.get(key) ?? 0) + 1
    settledTimes.set(key, nth)
    return { _tag: "Matched", row, movement, settlement, nth }
  })
}

/** A row, the movements with its reference, and their settlements. */
interface Naming {
  readonly mid: MidId
  readonly row: SettlementRow
  readonly named: ReadonlyArray<Movement>
  readonly matched: ReadonlySet<string>
  readonly settlements: ReadonlyMap<string, LedgerGroup>
}

/**
 * Returns the movement of a row. That is the movement that the same row settled before, or else the
 * first unsettled one that agrees with the row, or else a settled one that agrees, or else the
 * first unsettled one. Returns the last one if all are settled, and null if there is none.
 */
const meantBy = ({ mid, row, named, matched, settlements }: Naming): Movement | null => {
  const open = named.filter(({ id }) => !matched.has(id))
  const settledByRow = open.find((movement) => {
    const settlement = settlements.get(movement.id)
    return settlement !== undefined && isSameSettlement(settlement, row, mid)
  })
  const unsettled = open.filter(({ id }) => !settlements.has(id))
  const agrees = (movement: Movement) => mismatchOf(mid, row, movement) === null
  const agreeing = unsettled.find(agrees) ?? named.findLast(agrees)
  return settledByRow ?? agreeing ?? unsettled[0] ?? named.at(-1) ?? null
}

/** Returns how a row contradicts a movement, or null if it agrees. */
const mismatchOf = (
  mid: MidId,
  row: SettlementRow,
  movement: Movement
): "CurrencyDiffers" | "AmountDiffers" | null => {
  if (row.currency !== movement.currency) return "CurrencyDiffers"
  const isRight = movement.isEstimate === true || row.gross === movedAmount(movement, mid)
  return isRight ? null : "AmountDiffers"
}

/** Returns how many settlements each name has. */
const timesSettled = (groups: ReadonlyArray<LedgerGroup>): Map<string | null, number> => {
  const times = new Map<string | null, number>()
  for (const group of groups) {
    if (group.kind !== "settlement") continue
    const name = movementName(group)
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  return times
}

const byName = (
  movements: ReadonlyArray<Movement>,
  nameOf: (movement: Movement) => string | null
): ReadonlyMap<string, ReadonlyArray<Movement>> =>
  Map.groupBy(
    movements.filter((movement) => nameOf(movement) !== null),
    (movement) => `${movement.atProvider.kind}:${nameOf(movement)}`
  )

/** Returns true if a settlement was booked by the same row, in an earlier run of its report. */
const isSameSettlement = (group: LedgerGroup, row: SettlementRow, mid: MidId): boolean =>
  (group.settlement?.id ?? null) === (row.settlement ?? null) &&
  (group.settlement?.date ?? null) === (row.settledAt ?? null) &&
  (postedOn(group, `provider_fees:${mid}`) ?? 0n) === row.fee &&
  cashOf(group, mid) === (goesOut(row) ? -row.gross - row.fee : row.gross - row.fee)

/**
 * Returns the change of the merchant's cash by a settlement, in minor units. It is negative if
 * money was taken.
 */
const cashOf = (group: LedgerGroup, mid: MidId): bigint =>
  postedOn(group, `settled_cash:${mid}`) ?? 0n

const outgoing: ReadonlySet<SettlementRow["kind"]> = new Set([
  "refund",
  "dispute",
  "charge_return",
  "split"
])

/** Returns true if a row takes money from the merchant. */
export const goesOut = ({ kind }: Pick<SettlementRow, "kind">): boolean => outgoing.has(kind)
