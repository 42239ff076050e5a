import { causeText } from "@payloom/core"
import { Cause, Effect } from "effect"
import type { ConsoleLog } from "../ConsoleOptions.ts"

/** Logs the cause of a 500, because the answer hides it. Used if the host has no `onRequest`. */
export const logFault = ({ requestId, method, path, status, cause }: ConsoleLog): void => {
  if (status !== 500) return
  const request = `${method} ${path} (${requestId})`
  const text = causeText(Cause.die(cause))
  Effect.runSync(Effect.logError(`The console answered ${request} with 500.`, text))
}
