import { Effect } from "effect"
import type { Setting } from "../events/Setting.ts"
import { currentMoment } from "../ids/Moment.ts"
import type { Scope } from "../storage/Scope.ts"
import { accountSettings } from "./accountSettings.ts"

/** What a decision that no request asked for needs: events are told in the account's revision. */
export const currentSetting = Effect.fnUntraced(function* (scope: Scope) {
  const moment = yield* currentMoment
  const account = yield* accountSettings(scope)
  return { ...moment, scope, apiVersion: account.row.settings.serviceVersion } satisfies Setting
})
