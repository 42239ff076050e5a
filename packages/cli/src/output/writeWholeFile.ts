import { existsSync } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import { CommandFailed } from "../command/CommandFailed.ts"
import { safeText } from "./safeText.ts"

/**
 * Writes pieces to a new file, and resolves to its bytes. The file gets its name when it is whole
 * and on the disk. Until then its name ends with `.part`. If the pieces fail or the signal is
 * aborted, no file is left. Resolves to null if the signal was aborted.
 */
export const writeWholeFile = async (
  file: string,
  pieces: AsyncIterable<string>,
  signal?: AbortSignal
): Promise<number | null> => {
  if (existsSync(file)) {
    throw new CommandFailed("file_exists", `${safeText(file)} exists: choose another file.`)
  }
  const part = `${file}.${process.pid}.part`
  const handle = await open(part, "w", 0o600)
  try {
    const bytes = await written(handle, pieces, signal)
    if (bytes !== null) await rename(part, file)
    return bytes
  } finally {
    await rm(part, { force: true })
  }
}

const written = async (
  handle: FileHandle,
  pieces: AsyncIterable<string>,
  signal: AbortSignal | undefined
): Promise<number | null> => {
  let bytes = 0
  try {
    for await (const piece of pieces) {
      if (signal?.aborted === true) return null
      await handle.writeFile(piece)
      bytes += Buffer.byteLength(piece)
    }
    if (signal?.aborted === true) return null
    await handle.sync()
    return bytes
  } finally {
    await handle.close()
  }
}
