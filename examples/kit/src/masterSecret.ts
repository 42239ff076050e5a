import { randomBytes } from "node:crypto"
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs"

/** A deployment's master secret: from PAYLOOM_SECRET, else from its file, else made now. */
export const masterSecret = (file: string): string => {
  const given = process.env.PAYLOOM_SECRET
  if (given !== undefined && given !== "") return given
  if (!existsSync(file)) makeSecret(file)
  return readFileSync(file, "utf8").trim()
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
