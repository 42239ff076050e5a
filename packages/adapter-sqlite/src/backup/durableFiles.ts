import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { link, open, rename, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { pipeline } from "node:stream/promises"

/** The bytes that are read at a time. The signal is obeyed between two reads. */
const partSize = { highWaterMark: 1 << 20 }

/** Returns SHA-256 of a file, as hexadecimal digits. Rejects if the signal is aborted. */
export const sha256Of = async (path: string, signal?: AbortSignal): Promise<string> => {
  const hash = createHash("sha256")
  for await (const part of createReadStream(path, partSize)) {
    signal?.throwIfAborted()
    hash.update(part)
  }
  return hash.digest("hex")
}

/**
 * Copies a file to a new one that only its owner can read. Rejects if the new file exists already,
 * or if the signal is aborted.
 */
export const copyToNewFile = async (
  from: string,
  to: string,
  signal?: AbortSignal
): Promise<void> => {
  const written = createWriteStream(to, { flags: "wx", mode: 0o600 })
  await pipeline(createReadStream(from, partSize), written, signal === undefined ? {} : { signal })
}

/** Waits until a file's content is on disk. */
export const syncFile = async (path: string): Promise<void> => {
  const file = await open(path, "r+")
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Waits until the names in a file's folder are on disk. Some systems can't open a folder. */
export const syncFolderOf = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), "r").catch(() => null)
  if (folder === null) return
  try {
    await folder.sync()
  } catch {
    // Not offered there, so the system does it by itself.
  } finally {
    await folder.close()
  }
}

/** Writes a file that only its owner can read, and waits until it is on disk. */
export const writeDurably = async (path: string, text: string): Promise<void> => {
  await writeFile(path, text, { mode: 0o600, flush: true })
}

const isCode = (thrown: unknown, ...codes: ReadonlyArray<string>): boolean =>
  codes.includes((thrown as { readonly code?: string } | null)?.code ?? "")

/**
 * Gives a finished file its name. Returns false if a file has that name. A link can't replace a
 * file, unlike a rename. On a file system without links the caller's earlier check has to do.
 */
export const nameFile = async (partial: string, path: string): Promise<boolean> => {
  try {
    await link(partial, path)
    await rm(partial)
    return true
  } catch (thrown) {
    if (isCode(thrown, "EEXIST")) return false
    if (!isCode(thrown, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw thrown
    await rename(partial, path)
    return true
  }
}
