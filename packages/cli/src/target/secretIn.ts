import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { UsageError } from "../command/UsageError.ts"
import { isPostgres } from "../storageAt.ts"

/** The name of the file beside a SQLite database in which `payloom start` keeps the secret. */
export const secretFileOf = (database: string): string => `${database}.secret`

/** The file beside a SQLite database in which `payloom start` keeps the console's password. */
export const passwordFileOf = (database: string): string => `${database}.console`

/** The file beside a SQLite database in which `payloom start` keeps the keys of the sandbox. */
export const keysFileOf = (database: string): string => `${database}.sandbox.json`

/**
 * Returns the master secret of the deployment: from PAYLOOM_SECRET, or from the file beside a
 * SQLite database. Null if there is none. It is never an option, because other users see options.
 * The location is null for the store of a setup, which has no such file.
 */
export const findSecret = (
  location: string | null,
  { env, cwd }: { readonly env: Readonly<Record<string, string | undefined>>; readonly cwd: string }
): string | null => {
  const given = env.PAYLOOM_SECRET
  if (given !== undefined && given !== "") return given
  if (location === null || isPostgres(location)) return null
  const file = secretFileOf(resolve(cwd, location))
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null
}

/** Returns the master secret. Throws `UsageError` if there is none. */
export const secretOf = (...given: Parameters<typeof findSecret>): string =>
  findSecret(...given) ?? missingSecret()

/** Returns the secret of a setup, or PAYLOOM_SECRET. Throws `UsageError` if there is none. */
export const secretOfSetup = (
  own: string | undefined,
  terminal: Parameters<typeof findSecret>[1]
): string => own ?? findSecret(null, terminal) ?? missingSecret()

const missingSecret = (): never => {
  throw new UsageError("PAYLOOM_SECRET is missing: set it to the master secret of the deployment.")
}
