import { type LedgerGroup, movementName } from "./LedgerGroup.ts"

/** A group that a provider can settle, because it has the provider's reference. */
export type Movement = LedgerGroup & Required<Pick<LedgerGroup, "atProvider" | "payment">>

/** Returns true if a group is a charge, refund or reversal that a report can name. */
export const isMovement = (group: LedgerGroup): group is Movement =>
  group.kind !== "settlement" && group.atProvider !== undefined

/** Returns the settlements among groups, each by the id of the movement that it settled. */
export const settlementsOf = (
  groups: ReadonlyArray<LedgerGroup>
): ReadonlyMap<string, LedgerGroup> => {
  const byName = Map.groupBy(groups.filter(isMovement), movementName)
  const settlements = new Map<string, LedgerGroup>()
  for (const group of groups) {
    if (group.kind !== "settlement") continue
    // Earlier releases didn't keep which movement it was: the latest that was booked before it.
    const before = (byName.get(movementName(group)) ?? []).filter(({ id }) => id < group.id)
    const movement = group.settlement?.movement ?? before.toSorted(byId).at(-1)?.id
    if (movement !== undefined) settlements.set(movement, group)
  }
  return settlements
}

/**
 * Returns the groups without captures that were taken back, and without their returns, if neither
 * is settled: no report may ever name them.
 */
export const withoutReturned = (groups: ReadonlyArray<LedgerGroup>): ReadonlyArray<LedgerGroup> => {
  const settlements = settlementsOf(groups)
  const open = groups.filter(isMovement).filter(({ id }) => !settlements.has(id))
  const byCharge = Map.groupBy(open, ({ atProvider }) => atProvider.reference)
  const gone = new Set<string>()
  for (const movements of byCharge.values()) {
    const captures = movements.filter(({ kind }) => kind === "capture").toSorted(byId)
    for (const returned of movements.filter(({ kind }) => kind === "capture_return")) {
      const captured = captures.find(
        (capture) => !gone.has(capture.id) && totalOf(capture) === totalOf(returned)
      )
      if (captured !== undefined) gone.add(captured.id).add(returned.id)
    }
  }
  return gone.size === 0 ? groups : groups.filter(({ id }) => !gone.has(id))
}

/** Returns what a group debits, which is what it credits. */
const totalOf = ({ entries }: LedgerGroup): bigint =>
  entries.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n)

const byId = (one: LedgerGroup, other: LedgerGroup): number => (one.id < other.id ? -1 : 1)
