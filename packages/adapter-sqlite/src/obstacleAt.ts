import { accessSync, constants, existsSync, statSync } from "node:fs"
import { dirname } from "node:path"

/** What on the way to a file keeps it from being read and written; null where nothing does. */
export const obstacleAt = (path: string): string | null => {
  if (isNoFile(path)) return null
  const folder = dirname(path)
  if (!existsSync(folder)) return `there is no folder ${folder}`
  if (!statSync(folder).isDirectory()) return `${folder} is no folder`
  const obstacle = fileObstacleAt(path)
  if (obstacle !== null) return obstacle
  const beside = [`${path}-wal`, `${path}-shm`].find(isReadOnly)
  if (beside !== undefined) return `the file ${beside}, which is part of it, may not be written`
  // The write-ahead log is made beside the file.
  if (!isAllowed(folder, constants.W_OK | constants.X_OK)) {
    return `the folder ${folder} may not be written`
  }
  return null
}

/** What keeps a file that is there from being read and written. */
export const fileObstacleAt = (path: string): string | null => {
  if (isNoFile(path) || !existsSync(path)) return null
  if (statSync(path).isDirectory()) return "it is a folder, not a file"
  return isReadOnly(path) ? "the file may not be written" : null
}

/** Whether a path is a database in memory, or an address that SQLite reads for itself. */
export const isNoFile = (path: string): boolean =>
  path === ":memory:" || path === "" || path.startsWith("file:")

const isReadOnly = (path: string): boolean =>
  existsSync(path) && !isAllowed(path, constants.R_OK | constants.W_OK)

const isAllowed = (path: string, mode: number): boolean => {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
