import { deflateSync, inflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { withPalette } from "./palette.ts"

/** Returns a chunk of a PNG. Its checksum is left out, because nobody reads it here. */
const chunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)])
}

/** Returns a PNG of one row, whose filter is the difference to the point on the left. */
const rowOf = (colours: ReadonlyArray<number>): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(colours.length, 0)
  header.writeUInt32BE(1, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const bytes = colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  const filtered = bytes.map((byte, at) => (byte - (bytes[at - 3] ?? 0)) & 255)
  return Buffer.concat([
    Buffer.alloc(8),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from([1, ...filtered]))),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** Returns the colours of a row with a palette. */
const coloursOf = (png: Buffer): ReadonlyArray<number> => {
  const data = (type: string): Buffer => {
    const at = png.indexOf(type, 0, "latin1")
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4))
  }
  const palette = data("PLTE")
  return [...inflateSync(data("IDAT")).subarray(1)].map((place) => palette.readUIntBE(place * 3, 3))
}

describe("a picture with a palette", () => {
  it("has exactly the colours of a picture with few of them", () => {
    const colours = [0xffffff, 0x17624f, 0xffffff, 0x000001, 0xfffffe]
    expect(coloursOf(withPalette(rowOf(colours)))).toEqual(colours)
  })

  it("has the most frequent colours of a picture with many, and others nearly", () => {
    const many = Array.from({ length: 4096 }, (_, nth) => nth * 4096 + nth)
    const colours = [0x123456, 0x123456, ...many]
    const shown = coloursOf(withPalette(rowOf(colours)))
    expect(new Set(shown).size).toBeLessThanOrEqual(48)
    expect(shown.slice(0, 2)).toEqual([0x123456, 0x123456])
    const distance = (nth: number, bits: number) =>
      Math.abs((((shown[nth] ?? 0) >> bits) & 255) - (((colours[nth] ?? 0) >> bits) & 255))
    const all = colours.flatMap((_, nth) => [distance(nth, 0), distance(nth, 8), distance(nth, 16)])
    expect(Math.max(...all)).toBeLessThan(96)
  })

  it("is made of screenshots only", () => {
    const grey = rowOf([0])
    grey[25] = 0
    expect(() => withPalette(grey)).toThrow("no PNG of Chromium")
  })
})
