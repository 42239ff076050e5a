import { type Import, type ImportedObject, ImportedState } from "@payloom/core"
import type { ImportsHandle } from "./ImportSession.ts"

/** The number and the prices of subscriptions in one state and currency. */
export interface StateSum {
  readonly state: ImportedState
  /** An ISO 4217 code. Null for subscriptions whose price can't be brought over. */
  readonly currency: string | null
  readonly count: number
  /** In minor units. */
  readonly sum: bigint
}

/** The state of an import, from the database alone. */
export interface ImportStatus {
  readonly import: Import
  readonly subscriptions: ReadonlyArray<StateSum>
  /** The subscriptions and customers with reasons, at most 1,000. */
  readonly exceptions: ReadonlyArray<ImportedObject>
  /** The number of subscriptions and customers by the code of a reason. */
  readonly reasons: Readonly<Record<string, number>>
}

const mostExceptions = 1000

/** Returns the state of an import, by its rows in the database. */
export const importStatus = async (imports: ImportsHandle, run: Import): Promise<ImportStatus> => {
  const sums = new Map<string, StateSum>()
  const exceptions: Array<ImportedObject> = []
  const reasons: Record<string, number> = {}
  const note = (row: ImportedObject): void => {
    for (const reason of row.reasons) reasons[reason] = (reasons[reason] ?? 0) + 1
    if (row.reasons.length > 0 && exceptions.length < mostExceptions) exceptions.push(row)
  }
  for (const state of ImportedState.literals) {
    const query = { import: run.id, kind: "subscription", state } as const
    for await (const row of imports.iterateObjects(query)) {
      const key = `${state} ${row.currency}`
      const sum = sums.get(key) ?? { state, currency: row.currency, count: 0, sum: 0n }
      sums.set(key, { ...sum, count: sum.count + 1, sum: sum.sum + (row.amount ?? 0n) })
      note(row)
    }
  }
  const customers = { import: run.id, kind: "customer", state: "copied" } as const
  for await (const row of imports.iterateObjects(customers)) note(row)
  return { import: run, subscriptions: [...sums.values()], exceptions, reasons }
}
