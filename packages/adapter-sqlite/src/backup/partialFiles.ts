import { existsSync } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { BackupRefused } from "./BackupRefused.ts"

/** The files that SQLite and a backup may leave beside a file that is not finished. */
const besides = ["", "-journal", "-wal", "-shm", ".json"]

/**
 * Returns the name of a file that is not finished, for the file that it will be. Each call has
 * another name, so two processes don't write to one file.
 */
export const partialOf = (path: string): string =>
  `${path}.partial-${process.pid}-${performance.now().toString(36).replace(".", "")}`

/** Throws `BackupRefused` if the folder of a new file does not exist. */
export const requireFolderOf = (path: string): void => {
  const folder = dirname(path)
  if (existsSync(folder)) return
  const detail = `The folder ${folder} does not exist: create it first`
  throw new BackupRefused({ reason: "not_accessible", path, detail })
}

/** Removes an unfinished file, and the files beside it. */
export const removePartial = async (partial: string): Promise<void> => {
  for (const rest of besides) await rm(`${partial}${rest}`, { force: true })
}

/** Removes the unfinished files that killed processes left for a path. */
export const removeDeadPartials = async (path: string): Promise<void> => {
  const prefix = `${basename(path)}.partial-`
  for (const name of await readdir(dirname(path))) {
    const owner = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : 0
    if (owner > 0 && !isAlive(owner)) await rm(join(dirname(path), name), { force: true })
  }
}

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch (thrown) {
    return (thrown as { readonly code?: string }).code === "EPERM"
  }
}
