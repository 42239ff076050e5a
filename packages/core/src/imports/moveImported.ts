import { Effect } from "effect"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { nextStatus } from "../kernel/Machine.ts"
import { update } from "../platform/storage/Change.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { importChange, openImport } from "./Import.ts"
import {
  ImportedCollection,
  type ImportedRecord,
  importedAfter,
  importedMachine,
  loadImported,
  toImportedNote,
  withCall
} from "./ImportedObject.ts"
import { type ImportMove, MoveImported } from "./importInput.ts"

const checkInput = inputChecker(MoveImported)

/**
 * Stores steps of subscriptions between the two systems, in one commit. A step that a state does
 * not allow changes nothing, and so does an unknown subscription. `release` does not end what this
 * engine bills: see `giveBack`. Returns the state of each known subscription. Library call.
 */
export const moveImported = Effect.fnUntraced(function* (scope: Scope, input: MoveImported) {
  const storage = yield* Storage
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* retryConflicts(
    Effect.gen(function* () {
      const { now } = yield* currentMoment
      const stored = yield* openImport(scope, given)
      const steps = new Map(given.moves.map((move) => [move.externalId, move]))
      const rows = yield* loadImported(scope, steps.keys())
      const moved = [...steps.values()].flatMap((move) => {
        const { externalId, step, reasons = [] } = move
        const before = rows.get(externalId)
        if (before === undefined || before.row.kind !== "subscription") return []
        const isBilledHere = before.row.state === "taken_over"
        const isAllowed = nextStatus(importedMachine, before.row.state, step) !== undefined
        if (isBilledHere || !isAllowed) return [{ before, after: before.row }]
        const after = importedAfter(before.row, step, now, { import: stored.row.id, reasons })
        return [{ before, after: withCall(after, callAfter(before.row, move)) }]
      })
      yield* storage.commit([
        importChange(stored, given, now),
        ...moved.flatMap(({ before, after }) =>
          before.row === after ? [] : [update(ImportedCollection, before, after)]
        )
      ])
      return moved.map(({ after }) => toImportedNote(after))
    })
  )
})

/**
 * Returns the name of the call that has no answer after a step. A repeated step keeps the name of
 * the call of a process that died. So the same call is sent again under the same idempotency key,
 * and the first one has no effect if it arrives later.
 */
const callAfter = (row: ImportedRecord, { step, call }: ImportMove): string | null => {
  const before = row.call ?? null
  if (step === "end" || call === null) return null
  if (step === "confirm_freeze" || step === "confirm_release") {
    return call === before ? null : before
  }
  const isRepeated = row.state === (step === "freeze" ? "freezing" : "releasing")
  return isRepeated && before !== null ? before : (call ?? before)
}
