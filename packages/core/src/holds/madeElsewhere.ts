import type { Setting } from "../events/Setting.ts"
import { type ModificationRows, settleModification } from "../modifications/decideModification.ts"
import { ModificationCollection } from "../modifications/Modification.ts"
import { newModification } from "../modifications/newModification.ts"
import { type Change, insert, inserted } from "../storage/Change.ts"

/** Records a capture or void that succeeded without ever having been asked for. */
export const madeElsewhere = (
  setting: Setting,
  hold: Omit<ModificationRows, "modification" | "job">,
  made: { readonly kind: "capture" | "void"; readonly amount: bigint },
  providerReference: string
): ReadonlyArray<Change> => {
  const row = newModification(setting, hold.attempt.row, { ...made, purpose: "merchant" })
  const rows = { ...hold, modification: inserted(setting.scope, row), job: null }
  return [
    insert(setting.scope, ModificationCollection, row),
    ...settleModification(setting, rows, { _tag: "Succeeded", providerReference })
  ]
}
