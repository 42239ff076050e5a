import { Effect, Schema } from "effect"
import { loadBilling, moved } from "../billing/BillingRows.ts"
import { handBack } from "../billing/subscriptions/continueSubscription.ts"
import { SubscriptionCollection } from "../billing/subscriptions/Subscription.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { minuteMs } from "../kernel/primitives/durations.ts"
import type { CommitContext } from "../platform/events/CommitContext.ts"
import { type Change, update } from "../platform/storage/Change.ts"
import type { Stored } from "../platform/storage/Collection.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { currentCommitContext } from "../platform/tenants/accountSettings.ts"
import { type ImportWrite, importChange, importWriteFields, openImport } from "./Import.ts"
import {
  ImportedCollection,
  type ImportedRecord,
  importedAfter,
  loadImported,
  toImportedNote,
  withCall
} from "./ImportedObject.ts"
import { CallName, mostImported } from "./importInput.ts"

/** Subscriptions that the other system is to bill again: at most 200. */
export interface GiveBack extends ImportWrite {
  readonly externalIds: ReadonlyArray<string>
  /** The name of the calls that make the other system bill them. None if absent. */
  readonly call?: string
}
export const GiveBack = Schema.Struct({
  ...importWriteFields,
  externalIds: Schema.Array(Schema.String).check(Schema.isMaxLength(mostImported)),
  call: Schema.optionalKey(CallName)
})

const checkInput = inputChecker(GiveBack)

/** The time before a charge in which it is not given away any more. */
const handBackMarginMs = 10 * minuteMs

/**
 * Ends subscriptions that were taken over, so that the other system can bill them again. If a
 * charge was made here, is in flight, or is less than ten minutes away, the subscription stays,
 * with the reason `charged_here`. The others are `releasing` after the commit. Library call.
 */
export const giveBack = Effect.fnUntraced(function* (scope: Scope, input: GiveBack) {
  const storage = yield* Storage
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* retryConflicts(
    Effect.gen(function* () {
      const commit = yield* currentCommitContext(scope)
      const stored = yield* openImport(scope, given)
      const rows = yield* loadImported(scope, given.externalIds)
      const taken = [...rows.values()].filter(({ row }) => row.state === "taken_over")
      const decided = yield* Effect.forEach(taken, (row) =>
        givenBack(commit, row, given.call ?? null)
      )
      yield* storage.commit([
        importChange(stored, given, commit.now),
        ...decided.flatMap(({ changes }) => changes)
      ])
      return decided.map(({ row }) => toImportedNote(row))
    })
  )
})

interface GivenBack {
  readonly row: ImportedRecord
  readonly changes: ReadonlyArray<Change>
}

const givenBack = Effect.fnUntraced(function* (
  commit: CommitContext,
  stored: Stored<ImportedRecord>,
  call: string | null
) {
  const storage = yield* Storage
  const [subscription] = yield* storage.getMany(commit.scope, SubscriptionCollection, [
    stored.row.object ?? ""
  ])
  const stays = (): GivenBack => {
    const row: ImportedRecord = { ...stored.row, reasons: ["charged_here"], changed: commit.now }
    return { row, changes: [update(ImportedCollection, stored, row)] }
  }
  if (subscription === undefined) return stays()
  const rows = yield* loadBilling(subscription)
  const safeUntil = commit.now + handBackMarginMs
  const move = handBack(rows, commit.now, safeUntil, "moved back")
  if (move === null) return stays()
  const released = importedAfter(stored.row, "release", commit.now, { reasons: [] })
  const row = withCall(released, call)
  const back: GivenBack = {
    row,
    changes: [...moved(commit, rows, move).changes, update(ImportedCollection, stored, row)]
  }
  return back
})
