import { existsSync } from "node:fs"
import { open, readFile } from "node:fs/promises"
import type { ErasureLogPort, LoggedErasure } from "@payloom/core"
import { syncFolderOf } from "./durableFiles.ts"

/**
 * Returns an erasure log in a file, for the setup's `erasureLog`. Each line is JSON with the
 * tenant, the mode, the id of the customer and the time. There is no personal data in it. Several
 * processes of one machine may use the file. Keep it apart from the backups, and never restore it.
 *
 * ```ts
 * const erasureLog = erasureFile("payloom.db.erased")
 * const payloom = await Payloom.make({ ...setup, erasureLog })
 * ```
 */
export const erasureFile = (path: string): ErasureLogPort => ({
  add: async ({ tenant, mode, customer, erasedAt }) => {
    const isNew = !existsSync(path)
    const file = await open(path, "a", 0o600)
    try {
      // A process that was killed while it wrote may have left a part of a line.
      const line = JSON.stringify({ tenant, mode, customer, erasedAt })
      await file.appendFile(isNew ? `${line}\n` : `\n${line}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    if (isNew) await syncFolderOf(path)
  },
  list: async () => {
    const text = existsSync(path) ? await readFile(path, "utf8") : ""
    return text.split("\n").flatMap(entryOf)
  }
})

/** An entry that was written in part belongs to an erasure that failed. */
const entryOf = (line: string): ReadonlyArray<LoggedErasure> => {
  try {
    const { tenant, mode, customer, erasedAt } = JSON.parse(line)
    const isEntry =
      typeof tenant === "string" &&
      (mode === "test" || mode === "live") &&
      typeof customer === "string" &&
      Number.isInteger(erasedAt)
    return isEntry ? [{ tenant, mode, customer, erasedAt }] : []
  } catch {
    return []
  }
}
