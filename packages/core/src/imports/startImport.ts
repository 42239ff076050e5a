import { Effect, Option, Schema } from "effect"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { insert, update } from "../platform/storage/Change.ts"
import { retryConflicts } from "../platform/storage/retryConflicts.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { ImportCollection, type ImportRecord, ImportSource, toImport } from "./Import.ts"

/** The other system, and the merchant account that can charge its cards. */
export interface StartImport {
  /** The other system. */
  readonly source: "stripe"
  /** The account's name in the other system, such as `acct_1`: at most 100 characters. */
  readonly account: string
  /** The name of the provider that can charge the cards, as in a MID. */
  readonly provider: string
  /** The credentials of the merchant account that can charge the cards, as in its MID. */
  readonly credentials: string
}
export const StartImport = Schema.Struct({
  source: ImportSource,
  account: Schema.String.check(Schema.isMaxLength(100)),
  provider: Schema.String.check(Schema.isMaxLength(40)),
  credentials: Schema.String.check(Schema.isMaxLength(255))
})

const checkInput = inputChecker(StartImport)

/**
 * Begins a session on the import from an account. The import is created if there is none. Writes
 * of earlier sessions are refused from now on. Library call.
 */
export const startImport = Effect.fnUntraced(function* (scope: Scope, input: StartImport) {
  const storage = yield* Storage
  const given = yield* Effect.fromResult(checkInput(input))
  return yield* retryConflicts(
    Effect.gen(function* () {
      const { now, id } = yield* currentMoment
      const key = `${given.source}:${given.account}`
      const found = yield* storage.findUnique(scope, ImportCollection, "account", key)
      const row: ImportRecord = Option.match(found, {
        onNone: () => ({
          ...given,
          id: id("import"),
          session: 1,
          positions: {},
          created: now,
          changed: now
        }),
        onSome: (stored) => ({
          ...stored.row,
          ...given,
          session: stored.row.session + 1,
          changed: now
        })
      })
      yield* storage.commit([
        Option.match(found, {
          onNone: () => insert(scope, ImportCollection, row),
          onSome: (stored) => update(ImportCollection, stored, row)
        })
      ])
      return toImport(row)
    })
  )
})
