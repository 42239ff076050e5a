import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { CommandFailed } from "../../command/CommandFailed.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { isLongEnough } from "../../console/consoleAccess.ts"
import { isPostgres } from "../../storageAt.ts"
import { findSecret, passwordFileOf, secretFileOf } from "../../target/secretIn.ts"

/**
 * Returns the master secret of a server: from PAYLOOM_SECRET, or from the file beside its SQLite
 * database. A new database gets a new file. A used one never does, because another secret can't
 * read its data.
 */
export const masterSecret = (location: string, terminal: Terminal): string => {
  const known = findSecret(location, terminal)
  if (known !== null) return known
  if (isPostgres(location)) {
    throw new UsageError("PAYLOOM_SECRET is missing: set it, the same for every start.")
  }
  const file = resolve(terminal.cwd, location)
  if (existsSync(file) && statSync(file).size > 0) {
    throw new CommandFailed(
      "secret_missing",
      `The secret of ${location} is missing: set PAYLOOM_SECRET, or restore ${secretFileOf(file)}.`
    )
  }
  const secret = randomBytes(32).toString("base64url")
  writeFileSync(secretFileOf(file), secret, { mode: 0o600, flag: "wx" })
  return secret
}

/**
 * Returns the password of the console from the file beside the database. The first start creates
 * the file, and only its owner can read it.
 */
export const keptPassword = (database: string): string => {
  const file = passwordFileOf(database)
  if (existsSync(file)) return passwordIn(file)
  const made = randomBytes(18).toString("base64url")
  writeFileSync(file, made, { mode: 0o600, flag: "wx" })
  return made
}

/** An empty password would let everybody in. */
const passwordIn = (file: string): string => {
  const kept = readFileSync(file, "utf8").trim()
  if (isLongEnough(kept)) return kept
  throw new CommandFailed(
    "console_password_short",
    `${file} must have a password of at least 16 characters: delete the file for a new one.`
  )
}
