import { Effect } from "effect"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { nextStatus } from "../kernel/Machine.ts"
import { update } from "../platform/storage/Change.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import type { ImportedNote } from "./copyPage.ts"
import { importChange, openImport } from "./Import.ts"
import {
  ImportedCollection,
  importedAfter,
  importedMachine,
  loadImported
} from "./ImportedObject.ts"
import { MoveImported } from "./importInput.ts"

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
      const moved = [...steps.values()].flatMap(({ externalId, step, reasons = [] }) => {
        const before = rows.get(externalId)
        if (before === undefined || before.row.kind !== "subscription") return []
        const isBilledHere = before.row.state === "taken_over"
        const isAllowed = nextStatus(importedMachine, before.row.state, step) !== undefined
        if (isBilledHere || !isAllowed) return [{ before, after: before.row }]
        return [{ before, after: importedAfter(before.row, step, now, { reasons }) }]
      })
      yield* storage.commit([
        importChange(stored, given, now),
        ...moved.flatMap(({ before, after }) =>
          before.row === after ? [] : [update(ImportedCollection, before, after)]
        )
      ])
      return moved.map(
        ({ after: { externalId, state, reasons } }): ImportedNote => ({
          externalId,
          state,
          reasons
        })
      )
    })
  )
})
