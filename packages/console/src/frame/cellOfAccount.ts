import { Effect } from "effect"
import { type ConsoleUser, seesAll } from "../ConsoleUser.ts"
import type { ConsoleEngine } from "../Room.ts"
import { refusalOf } from "./refusals.ts"

/** How long a failed request waits for the name of the cell, in milliseconds. */
const patienceMs = 2000

const unanswered: ReadonlySet<string> = new Set(["StorageUnavailable", "timeout"])

/**
 * Returns the name of an account's cell, if a request failed because the cell does not answer. Null
 * if the failure has another cause, and for people who don't see all accounts.
 */
export const silentCell = async (
  { services: { cells } }: ConsoleEngine,
  error: unknown,
  { req, var: { user } }: FailedRequest
): Promise<string | null> => {
  const { tenant } = req.param()
  if (cells === undefined || tenant === undefined || user === undefined) return null
  if (!seesAll(user) || !unanswered.has(refusalOf(error).code)) return null
  const found = await Effect.runPromise(
    cells.cellOf(tenant).pipe(
      Effect.timeout(patienceMs),
      Effect.orElseSucceed(() => null)
    )
  )
  return found === null || found.isReachable ? null : found.name
}

/** A request that failed. The person is absent if they were not known yet. */
interface FailedRequest {
  readonly req: { readonly param: () => Readonly<Record<string, string>> }
  readonly var: { readonly user?: ConsoleUser }
}
