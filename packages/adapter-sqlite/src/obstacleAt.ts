import { accessSync, constants, existsSync, statSync } from "node:fs"
import { dirname } from "node:path"

/** Returns why a file can't be read and written. Null if it can. */
export const obstacleAt = (path: string): string | null => {
  if (isNoFile(path)) return null
  const folder = dirname(path)
  if (!existsSync(folder)) return `there is no folder ${folder}`
  if (!statSync(folder).isDirectory()) return `${folder} is not a folder`
  const obstacle = fileObstacleAt(path)
  if (obstacle !== null) return obstacle
  const beside = [`${path}-wal`, `${path}-shm`].find(isReadOnly)
  if (beside !== undefined)
    return `the file ${beside}, which is part of the database, is not writable`
  // The write-ahead log is created beside the file.
  if (!isAllowed(folder, constants.W_OK | constants.X_OK)) {
    return `the folder ${folder} is not writable`
  }
  return null
}

/** Returns why an existing file can't be read and written. Null if it can. */
export const fileObstacleAt = (path: string): string | null => {
  if (isNoFile(path) || !existsSync(path)) return null
  if (statSync(path).isDirectory()) return "it is a folder, not a file"
  return isReadOnly(path) ? "the file is not writable" : null
}

/** Returns true for a database in memory and for an address that SQLite itself reads. */
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
