import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import type { Files } from "./DiskModel.ts"

/**
 * Opens a copy of a database as a process does after a power failure. Returns a sentence if it is
 * damaged, and one for each answer that it doesn't have. `folder` is created and removed.
 */
export const checkState = (
  files: Files,
  answers: ReadonlyArray<string>,
  folder: string
): ReadonlyArray<string> => {
  mkdirSync(folder)
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
  try {
    return findingsIn(join(folder, "payloom.db"), answers)
  } catch (cause) {
    return [`the database can't be read after a power failure: ${cause}`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const findingsIn = (path: string, answers: ReadonlyArray<string>): ReadonlyArray<string> => {
  const database = new Database(path, { fileMustExist: true })
  try {
    const [found] = database.prepare<[], string>("PRAGMA integrity_check(1)").pluck().all()
    if (found !== "ok") return [`the database is damaged after a power failure: ${found}`]
    const stored = new Set(
      database
        .prepare<[], string>("SELECT json_extract(doc, '$.answer') FROM idempotency_records")
        .pluck()
        .all()
    )
    return answers
      .filter((answer) => !stored.has(answer))
      .map((answer) => `an answer is lost after a power failure: ${answer}`)
  } finally {
    database.close()
  }
}
