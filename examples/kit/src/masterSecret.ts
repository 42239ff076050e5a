import { randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { StartRefused } from "./StartRefused.ts"

const fewestCharacters = 32

/**
 * The master secret of the deployment on a database: from PAYLOOM_SECRET, else from the file beside
 * the database. It is made now where the database is new, and only there: to one that was used with
 * another secret it would be of no use. Of a database that is no file, its name is told, and
 * whether it was used.
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
      const remedy = `Put ${file} back, or set PAYLOOM_SECRET to what it held.`
      throw new StartRefused(`The secret that ${database} was made with is missing. ${remedy}`)
    }
    makeSecret(file)
  }
  return longEnough(readFileSync(file, "utf8").trim(), file)
}

interface UsedDatabase {
  /** As people are told of it. */
  readonly database: string
  /** Asked first: another process that starts now makes the secret before its database. */
  readonly isUsed: boolean
}

const isFilled = (file: string): boolean => existsSync(file) && statSync(file).size > 0

const longEnough = (secret: string, source: string): string => {
  if (secret.length >= fewestCharacters) return secret
  const demand = `a secret of at least ${fewestCharacters} characters`
  throw new StartRefused(`${source} must hold ${demand}, but it has ${secret.length}.`)
}

/** The file appears whole or not at all, and of two processes that make it one wins. */
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
