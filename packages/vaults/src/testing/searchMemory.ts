import { open, readFile } from "node:fs/promises"

/** The bytes of a region that are read at once. */
const chunkBytes = 8 * 1024 * 1024

/** The forms of a number in memory: one byte a digit, or two. */
const formsOf = (text: string): ReadonlyArray<Buffer> => [
  Buffer.from(text, "latin1"),
  Buffer.from(text, "utf16le")
]

/** Returns those of the texts that a file contains. */
export const foundInFile = async (
  path: string,
  texts: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const content = await readFile(path)
  return texts.filter((text) => formsOf(text).some((form) => content.includes(form)))
}

/** Returns the readable and writable regions of a process's memory. */
const regionsOf = async (pid: number): Promise<ReadonlyArray<readonly [number, number]>> => {
  const maps = await readFile(`/proc/${pid}/maps`, "utf8")
  return maps.split("\n").flatMap((line) => {
    const [, from = "", to = ""] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    return from === "" ? [] : [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const]
  })
}

/**
 * Returns those of the texts that the memory of a process contains, as Linux shows it. That covers
 * buffers outside of the heap, and memory that was freed and not used again. Returns null if this
 * machine doesn't allow it.
 */
export const foundInMemory = async (
  pid: number,
  texts: ReadonlyArray<string>
): Promise<ReadonlyArray<string> | null> => {
  const memory = await open(`/proc/${pid}/mem`, "r").catch(() => null)
  if (memory === null) return null
  const found = new Set<string>()
  const overlap = 64
  const buffer = Buffer.alloc(chunkBytes)
  try {
    for (const [from, to] of await regionsOf(pid)) {
      for (let at = from; at < to; at += chunkBytes - overlap) {
        const length = Math.min(chunkBytes, to - at)
        const read = await memory.read(buffer, 0, length, at).catch(() => null)
        if (read === null) continue
        const chunk = buffer.subarray(0, read.bytesRead)
        for (const text of texts) {
          if (!found.has(text) && formsOf(text).some((form) => chunk.includes(form))) {
            found.add(text)
          }
        }
      }
    }
  } finally {
    await memory.close()
  }
  return texts.filter((text) => found.has(text))
}
