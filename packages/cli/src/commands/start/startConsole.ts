import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { type ConsoleAccess, consoleAccess } from "../../console/consoleAccess.ts"
import { keptPassword } from "./masterSecret.ts"

interface Starting {
  readonly terminal: Terminal
  /** The SQLite file. Null on PostgreSQL. */
  readonly file: string | null
  readonly host: string
}

/**
 * Returns who may use the console of a server. It always takes a password, because every program
 * and every page in a browser on this machine can send requests to it. The password is
 * PAYLOOM_CONSOLE_PASSWORD, or the one in the file beside the database. The file does not count if
 * other machines can reach the server.
 */
export const startConsole = ({ terminal: { env }, file, host }: Starting): ConsoleAccess => {
  const otherwise = (): ConsoleAccess =>
    file === null
      ? { kind: "nobody", reason: "it has no password" }
      : { kind: "password", password: keptPassword(file) }
  try {
    return consoleAccess({ env, host, otherwise })
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message)
    throw error
  }
}
