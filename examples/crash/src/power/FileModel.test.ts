import { describe, expect, it } from "vitest"
import { FileModel, type Loss, type Random } from "./FileModel.ts"

/** Returns numbers that are the same in each run. */
const numbersFrom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const filled = (length: number, letter: string) => Buffer.alloc(length, letter)
const half: Loss = { writtenShare: 0.5, sectorBytes: 512 }
const random = numbersFrom(1)
const drawn = (file: FileModel, loss = half) =>
  Array.from({ length: 200 }, () => file.afterLoss(loss, random))
const sectorsOf = (bytes: Buffer) =>
  Array.from({ length: bytes.length / 512 }, (_, nth) =>
    String.fromCharCode(bytes[nth * 512] ?? 0)
  ).join("")

describe("a file after a power failure", () => {
  it("has every write that a sync covers", () => {
    const file = new FileModel(filled(1024, "a"))
    file.change({ at: 512, bytes: filled(1024, "b") })
    file.synced(file.mark())
    for (const bytes of drawn(file)) expect(sectorsOf(bytes)).toBe("abb")
  })

  it("has any of the unsynced sectors in any order, and no half of a sector", () => {
    const file = new FileModel(filled(1536, "a"))
    file.change({ at: 0, bytes: filled(512, "b") })
    file.change({ at: 512, bytes: filled(1024, "c") })
    file.change({ at: 0, bytes: filled(512, "d") })
    const seen = new Set(drawn(file).map(sectorsOf))
    for (const state of ["aaa", "baa", "daa", "aca", "aac", "bcc", "dcc"]) {
      expect(seen).toContain(state)
    }
    expect(seen.size).toBe(12)
    for (const bytes of drawn(file)) expect(new Set(bytes.subarray(0, 512)).size).toBe(1)
  })

  it("may have only whole blocks of 4096 bytes if the disk writes such blocks", () => {
    const file = new FileModel(filled(8192, "a"))
    file.change({ at: 0, bytes: filled(8192, "b") })
    const seen = new Set(drawn(file, { ...half, sectorBytes: 4096 }).map(sectorsOf))
    const [a, b] = ["a".repeat(8), "b".repeat(8)]
    expect([...seen].toSorted()).toEqual([a + a, a + b, b + a, b + b])
  })

  it("may lose a write that came after the begin of the only sync", () => {
    const file = new FileModel(filled(512, "a"))
    const mark = file.mark()
    file.change({ at: 0, bytes: filled(512, "b") })
    file.synced(mark)
    expect(new Set(drawn(file).map(sectorsOf))).toEqual(new Set(["a", "b"]))
  })

  it("may lose an unsynced truncation, and a lengthened file may have zeros", () => {
    const file = new FileModel(filled(1024, "a"))
    file.change({ at: 512, bytes: null })
    file.change({ at: 1024, bytes: filled(512, "b") })
    const seen = new Set(drawn(file).map(sectorsOf))
    for (const state of ["aa", "a", "a\0b", "a\0\0", "aab"]) expect(seen).toContain(state)
  })

  it("is as it was at the last sync if the disk has written nothing since", () => {
    const file = new FileModel(filled(512, "a"))
    file.change({ at: 512, bytes: filled(512, "b") })
    const none: Loss = { writtenShare: 0, sectorBytes: 512 }
    for (const bytes of drawn(file, none)) expect(sectorsOf(bytes)).toBe("a")
    expect(sectorsOf(file.written())).toBe("ab")
  })
})
