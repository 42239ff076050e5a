import type { ConsoleOptions } from "../ConsoleOptions.ts"
import { type ConsoleUser, requireUser } from "../ConsoleUser.ts"
import { inTime } from "./inTime.ts"

/** The longest time of the host's `authenticate`. */
const limitMs = 15_000

/** Asks the host who sent a request. Rejects if the answer takes too long, or is no person. */
export const askHost = async (
  authenticate: ConsoleOptions["authenticate"],
  request: Request,
  environment: unknown
): Promise<ConsoleUser | Response | null> => {
  const asked = Promise.resolve(authenticate(request, environment))
  const given = await inTime(limitMs, "Signing in", asked)
  return given === null || given instanceof Response ? given : requireUser(given)
}
