import type { Needs, Surroundings } from "../command/Command.ts"
import type { TargetOptions } from "../command/sharedOptions.ts"
import { UsageError } from "../command/UsageError.ts"
import { openDatabase } from "./databaseTarget.ts"
import { serverTarget } from "./serverTarget.ts"
import type { DatabaseTarget, Target } from "./Target.ts"

/** The command that needs a target, and the options that name it. */
export interface Opening extends Pick<Surroundings, "terminal" | "signal"> {
  readonly options: TargetOptions
  readonly needs: Needs
  readonly command: string
}

/** Opens the database or the server of a command. Rejects with `UsageError` if none is named. */
export const openTarget = async (opening: Opening): Promise<Target & DatabaseTarget> => {
  const { terminal, options, command, signal } = opening
  const place = placeOf(opening)
  const target =
    "url" in place
      ? serverTarget({ url: place.url, key: keyIn(terminal.env), signal })
      : await openDatabase({ location: place.database, options, command, terminal })
  return target as Target & DatabaseTarget
}

const placeOf = (opening: Opening): { readonly database: string } | { readonly url: string } => {
  const { options, needs, command, terminal } = opening
  const { env } = terminal
  if (options.database !== undefined && options.url !== undefined) {
    throw new UsageError("--database and --url can't be combined: give one of them.")
  }
  if (options.url !== undefined) return { url: options.url }
  if (options.database !== undefined) return { database: options.database }
  const database = given(env.PAYLOOM_DATABASE)
  const url = needs === "either" ? given(env.PAYLOOM_URL) : undefined
  if (database !== undefined && url !== undefined) {
    throw new UsageError(
      "PAYLOOM_DATABASE and PAYLOOM_URL are both set: choose one with --database or --url."
    )
  }
  if (url !== undefined) return { url }
  if (database !== undefined) return { database }
  if (needs === "database") {
    throw new UsageError(
      `${command} works on a database, because HTTP does not offer it: give --database or set ` +
        "PAYLOOM_DATABASE."
    )
  }
  throw new UsageError(
    "There is nothing to work on: give --database or --url, or set PAYLOOM_DATABASE or PAYLOOM_URL."
  )
}

/** An empty variable counts as absent, as in a compose file without a value. */
const given = (value: string | undefined): string | undefined => (value === "" ? undefined : value)

const keyIn = (env: Readonly<Record<string, string | undefined>>): string => {
  const key = given(env.PAYLOOM_KEY)
  if (key === undefined) {
    throw new UsageError(
      "PAYLOOM_KEY is missing: set it to a secret API key, sk_test_… or sk_live_…."
    )
  }
  return key
}
