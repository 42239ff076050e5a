import { Clock, Effect, Schema } from "effect"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import { freeText } from "../../kernel/primitives/FreeText.ts"
import { AlertCollection, type AlertRecord, AlertState } from "../../platform/events/AlertRecord.ts"
import { idPage } from "../../platform/pagination/idPage.ts"
import { list } from "../../platform/pagination/List.ts"
import {
  cursorFields,
  type ForwardCursor,
  type PageLimit
} from "../../platform/pagination/ListQuery.ts"
import { update } from "../../platform/storage/Change.ts"
import { retryConflicts } from "../../platform/storage/retryConflicts.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { Actor } from "../../platform/tenants/Actor.ts"
import { ActingAs } from "../audit/Acting.ts"
import { getAlert, toAlertView } from "./AlertView.ts"

/** The query of an iteration over alerts. */
export interface IterateAlerts extends PageLimit {
  /** Only alerts in this state. */
  readonly state?: AlertState
  /** Only alerts about the resource with this id. */
  readonly subject?: string
}

/** The query of a page of alerts. The default limit is 20. */
export interface ListAlerts extends IterateAlerts, ForwardCursor {}
export const ListAlerts = Schema.Struct({
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter,
  state: Schema.optionalKey(AlertState),
  subject: Schema.optionalKey(freeText(255))
})

const checkList = inputChecker(ListAlerts)

/** Returns a page of alerts, newest first. */
export const listAlerts = Effect.fnUntraced(function* (scope: Scope, query: ListAlerts = {}) {
  const { state, subject, limit = 20, ...cursor } = yield* Effect.fromResult(checkList(query))
  const { rows, nextCursor } = yield* idPage({
    of: AlertCollection,
    scope,
    where: {
      ...(state === undefined ? {} : { state }),
      ...(subject === undefined ? {} : { subject })
    },
    limit,
    ...cursor
  })
  return list(
    rows.map(({ row }) => toAlertView(row)),
    nextCursor
  )
})

/** Returns an alert by its id. */
export const retrieveAlert = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return toAlertView((yield* getAlert(scope, id)).row)
})

/** Takes an alert, also from another actor. */
export const takeAlert = (scope: Scope, id: string) =>
  changeAlert(scope, id, (alert, actor, now) => {
    if (alert.state === "resolved") {
      return Effect.fail(parameterInvalid("alert", "is resolved: reopen it first"))
    }
    const isTaken = alert.state === "taken" && alert.takenBy?.id === actor?.id
    return Effect.succeed(
      isTaken ? null : { ...alert, state: "taken", takenBy: actor, takenAt: now }
    )
  })

/** The note of an alert that is resolved. */
export interface ResolveAlert {
  /** A note on the cause and the remedy, at most 1000 characters. */
  readonly note?: string
}
export const ResolveAlert = Schema.Struct({ note: Schema.optionalKey(freeText(1000)) })

const checkResolve = inputChecker(ResolveAlert)

/** Resolves an alert. A resolved alert stays as it is. */
export const resolveAlert = Effect.fnUntraced(function* (
  scope: Scope,
  id: string,
  input: ResolveAlert = {}
) {
  const { note } = yield* Effect.fromResult(checkResolve(input))
  return yield* changeAlert(scope, id, (alert, actor, now) =>
    Effect.succeed(
      alert.state === "resolved"
        ? null
        : { ...alert, state: "resolved", resolvedBy: actor, resolvedAt: now, note: note ?? null }
    )
  )
})

/** Makes an alert open again, so that nobody has taken it. */
export const reopenAlert = (scope: Scope, id: string) =>
  changeAlert(scope, id, (alert) =>
    Effect.succeed(
      alert.state === "open"
        ? null
        : {
            ...alert,
            state: "open",
            takenBy: null,
            takenAt: null,
            resolvedBy: null,
            resolvedAt: null,
            note: null
          }
    )
  )

type Decide<E> = (
  alert: AlertRecord,
  actor: Actor | null,
  now: number
) => Effect.Effect<AlertRecord | null, E>

/** Commits the changed alert. Null changes nothing. */
const changeAlert = <E>(scope: Scope, id: string, decide: Decide<E>) =>
  retryConflicts(
    Effect.gen(function* () {
      const storage = yield* Storage
      const acting = yield* ActingAs
      const now = yield* Clock.currentTimeMillis
      const stored = yield* getAlert(scope, id)
      const changed = yield* decide(stored.row, acting?.actor ?? null, now)
      if (changed === null) return toAlertView(stored.row)
      yield* storage.commit([update(AlertCollection, stored, changed)])
      return toAlertView(changed)
    })
  )
