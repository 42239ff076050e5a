import { existsSync } from "node:fs"
import { dirname } from "node:path"

interface SystemError {
  readonly code?: unknown
  readonly path?: unknown
}

/**
 * Returns what is wrong with a file as one sentence, from an error of Node's file system. Null for
 * other errors.
 */
export const fileFault = (error: unknown): string | null => {
  const { code, path } = Object(error) as SystemError
  // A stream that reads a folder has an error without its path.
  if (code === "EISDIR")
    return `${typeof path === "string" ? path : "This"} is a folder, not a file.`
  if (typeof path !== "string") return null
  switch (code) {
    case "ENOENT":
      return existsSync(dirname(path))
        ? `There is no file or folder ${path}.`
        : `There is no folder ${dirname(path)}.`
    case "ENOTDIR":
      return `${path} is not in a folder, but below a file.`
    case "EEXIST":
      return `${path} exists already.`
    case "EACCES":
    case "EPERM":
      return `The permissions of ${path} don't allow this.`
    case "EROFS":
      return `${path} is on a disk that can't be written.`
    case "ENOSPC":
      return `The disk of ${path} is full.`
    case "ENAMETOOLONG":
      return `The name ${path.slice(0, 40)}… is too long.`
    default:
      return null
  }
}
