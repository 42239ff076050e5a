import type { MidId } from "../values/PublicId.ts"
import { type LedgerGroup, settledKey } from "./LedgerGroup.ts"
import { postedOn } from "./postedLines.ts"
import type { SettlementRow } from "./SettlementRow.ts"

/** What a provider can settle: a group that says what its provider knows it as. */
export type Movement = LedgerGroup & Required<Pick<LedgerGroup, "atProvider">>

/** What a row of a report turned out to be. */
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
      /** What settled it in an earlier run of the same report; null where nothing did. */
      readonly settlement: LedgerGroup | null
    }

/** Whether it is a charge, refund or reversal that a report can name. */
export const isMovement = (group: LedgerGroup): group is Movement =>
  group.kind !== "settlement" && group.atProvider !== undefined

/** The account of what a MID's provider took for us and has not settled yet. */
export const receivableOf = (mid: MidId): string => `provider_receivable:${mid}`

/** What moved between us and the provider, in minor units and without a sign. */
export const movedAmount = (group: LedgerGroup, mid: MidId): bigint => {
  const amount = postedOn(group, receivableOf(mid)) ?? 0n
  return amount < 0n ? -amount : amount
}

/**
 * Compares rows of a MID's report with those groups of the ledger that any of them may name, and
 * with `claimed`, the ids of what earlier rows of the report matched. What its own reference names
 * goes before what a provider's does; where that names several, nobody can say which, and it is
 * unknown. Pure.
 */
export const compareRows = (
  mid: MidId,
  rows: ReadonlyArray<SettlementRow>,
  groups: ReadonlyArray<LedgerGroup>,
  claimed: ReadonlySet<string>
): ReadonlyArray<RowFinding> => {
  const movements = withoutReturned(groups, 1)
    .filter(isMovement)
    .filter((group) => postedOn(group, receivableOf(mid)) !== null)
  const own = byName(movements, ({ atProvider }) => atProvider.reference)
  const theirs = byName(movements, ({ atProvider }) => atProvider.providerReference)
  const settlements = new Map(
    groups.flatMap((group) => (group.kind === "settlement" ? [[settledKey(group), group]] : []))
  )
  const matched = new Set(claimed)
  return rows.map((row): RowFinding => {
    const name = `${row.kind}:${row.reference}`
    const [movement, another] = own.get(name) ?? theirs.get(name) ?? []
    if (movement === undefined || another !== undefined) return { _tag: "Unknown", row }
    if (row.currency !== movement.currency) return { _tag: "CurrencyDiffers", row, movement }
    const isEstimate = movement.isEstimate === true
    if (!isEstimate && row.gross !== movedAmount(movement, mid))
      return { _tag: "AmountDiffers", row, movement }
    const settlement = settlements.get(settledKey(movement)) ?? null
    const isOther = settlement !== null && !isSameSettlement(settlement, row, mid)
    if (isOther || matched.has(movement.id)) return { _tag: "Duplicate", row, movement }
    matched.add(movement.id)
    return { _tag: "Matched", row, movement, settlement }
  })
}

/**
 * The groups without captures that were taken back, and without their returns: no report may ever
 * name either. What is settled stays, and so do the latest `kept` captures of each charge.
 */
export const withoutReturned = (
  groups: ReadonlyArray<LedgerGroup>,
  kept: 0 | 1
): ReadonlyArray<LedgerGroup> => {
  const settled = new Set(groups.filter(({ kind }) => kind === "settlement").map(settledKey))
  const byCharge = Map.groupBy(groups.filter(isMovement), ({ atProvider }) => atProvider.reference)
  const gone = new Set<string>()
  for (const movements of byCharge.values()) {
    const captures = movements.filter(({ kind }) => kind === "capture").toSorted(byId)
    const returns = movements.filter(({ kind }) => kind === "capture_return").toSorted(byId)
    const isSettled = ([first]: ReadonlyArray<Movement>) =>
      first !== undefined && settled.has(settledKey(first)) ? 1 : 0
    const pairs = Math.min(
      captures.length - Math.max(kept, isSettled(captures)),
      returns.length - isSettled(returns)
    )
    if (pairs <= 0) continue
    for (const { id } of [...captures.slice(0, pairs), ...returns.slice(0, pairs)]) gone.add(id)
  }
  return gone.size === 0 ? groups : groups.filter(({ id }) => !gone.has(id))
}

const byId = (one: LedgerGroup, other: LedgerGroup): number => (one.id < other.id ? -1 : 1)

const byName = (
  movements: ReadonlyArray<Movement>,
  nameOf: (movement: Movement) => string | null
): ReadonlyMap<string, ReadonlyArray<Movement>> =>
  Map.groupBy(
    movements.filter((movement) => nameOf(movement) !== null),
    (movement) => `${movement.atProvider.kind}:${nameOf(movement)}`
  )

/** Whether the settlement was booked by this very row, in an earlier run of its report. */
const isSameSettlement = (group: LedgerGroup, row: SettlementRow, mid: MidId): boolean =>
  (group.settlement?.id ?? null) === (row.settlement ?? null) &&
  (group.settlement?.date ?? null) === (row.settledAt ?? null) &&
  (postedOn(group, `provider_fees:${mid}`) ?? 0n) === row.fee &&
  cashOf(group, mid) === (goesOut(row) ? -row.gross - row.fee : row.gross - row.fee)

/** What a settlement moved to the merchant's cash, in minor units: negative if it was taken. */
const cashOf = (group: LedgerGroup, mid: MidId): bigint =>
  postedOn(group, `settled_cash:${mid}`) ?? 0n

/** Returns true if a row takes money from the merchant. */
export const goesOut = ({ kind }: Pick<SettlementRow, "kind">): boolean =>
  kind === "refund" || kind === "dispute" || kind === "charge_return"
