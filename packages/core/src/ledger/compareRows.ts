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
  const movements = groups
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
    if (row.gross !== movedAmount(movement, mid)) return { _tag: "AmountDiffers", row, movement }
    const settlement = settlements.get(settledKey(movement)) ?? null
    const isOther = settlement !== null && !isSameSettlement(settlement, row, mid)
    if (isOther || matched.has(movement.id)) return { _tag: "Duplicate", row, movement }
    matched.add(movement.id)
    return { _tag: "Matched", row, movement, settlement }
  })
}

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
  (postedOn(group, `provider_fees:${mid}`) ?? 0n) === row.fee
