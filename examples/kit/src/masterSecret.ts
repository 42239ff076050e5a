import { randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { StartRefused } from "./StartRefused.ts"

const fewestCharacters = 32

/**
 * Returns the master secret of the deployment on a database: from PAYLOOM_SECRET, or from the file
 * beside the database. A new database gets a new secret. A used database never does, because a new
 * secret can't read its data. If the database isn't a file, its name and its use are arguments.
 */
export const masterSecret = (
  files: string,
  { database, isUsed }: UsedDatabase = { database: files, isUsed: isFilled(files) }
): string => {
  const given = process.env.PAYLOOM_SECRET
  if (given !== undefined && given !== "") return longEnough(given, "PAYLOOM_SECRET")
  const file = `${files}.secret`
  if (!existsSync(file)) {
    if (isUsed) {
      const remedy = `Restore ${file}, or set PAYLOOM_SECRET to its content.`
      throw new StartRefused(`The secret of ${database} is missing. ${remedy}`)
    }
    makeSecret(file)
  }
  return longEnough(readFileSync(file, "utf8").trim(), file)
}

interface UsedDatabase {
  /** The database's name in messages. */
  readonly database: string
  /** Read first, because another process may create the secret now and the database after it. */
  readonly isUsed: boolean
}

const isFilled = (file: string): boolean => existsSync(file) && statSync(file).size > 0

const longEnough = (secret: string, source: string): string => {
  if (secret.length >= fewestCharacters) return secret
  const demand = `a secret of at least ${fewestCharacters} characters`
  throw new StartRefused(`${source} must contain ${demand}. It has ${secret.length}.`)
}

/** Creates the file as a whole or not at all. If two processes create it, one of them wins. */
const makeSecret = (file: string): void => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString("base64url"), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
