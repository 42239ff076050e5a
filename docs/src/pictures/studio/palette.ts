import { crc32, deflateSync, inflateSync } from "node:zlib"

/** The colours of a PNG with a palette. Shades at the edges of letters need no more. */
const mostColours = 48

/** A colour of this part of the points is an area, and is kept as it is. */
const areaPart = 1 / 200

/** A decoded picture: three bytes for each point, row by row. */
interface Points {
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

/**
 * Returns a screenshot as a PNG with a palette of 48 colours, which has about a quarter of its
 * bytes. Colours that are nearly the same become the most frequent one of them. Takes PNGs of
 * Chromium only: 8 bits of red, green and blue, and perhaps of opacity, without interlacing.
 */
export const withPalette = (png: Buffer): Buffer => {
  const { width, height, bytes } = decoded(png)
  const { palette, indexOf } = paletteOf(bytes)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      rows[y * (width + 1) + 1 + x] = indexOf(bytes.readUIntBE(at, 3))
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each point, by palette.
  header.set([8, 3, 0, 0, 0], 8)
  const colours = Buffer.alloc(palette.length * 3)
  for (const [nth, colour] of palette.entries()) colours.writeUIntBE(colour, nth * 3, 3)
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0))
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Returns the most frequent colours that differ enough, and the place of the nearest one. */
const paletteOf = (bytes: Buffer) => {
  const counts = new Map<number, number>()
  for (let at = 0; at < bytes.length; at += 3) {
    const colour = bytes.readUIntBE(at, 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const area = (bytes.length / 3) * areaPart
  const byCount = [...counts].sort(([, one], [, other]) => other - one)
  // The least difference doubles until the palette is small enough.
  for (let least = 1; ; least *= 2) {
    const palette: Array<number> = []
    const places = new Map<number, number>()
    for (const [colour, count] of byCount) {
      const nearest = nearestIn(palette, colour)
      const isNew = nearest === null || nearest.difference >= least || count >= area
      places.set(colour, isNew ? palette.length : nearest.place)
      if (isNew) palette.push(colour)
      if (palette.length > mostColours) break
    }
    if (palette.length > mostColours) continue
    return { palette, indexOf: (colour: number) => places.get(colour) ?? 0 }
  }
}

/** Returns the place of the nearest colour, and the square of its difference. */
const nearestIn = (palette: ReadonlyArray<number>, colour: number) => {
  let nearest: { readonly place: number; readonly difference: number } | null = null
  for (const [place, other] of palette.entries()) {
    const red = (colour >> 16) - (other >> 16)
    const green = ((colour >> 8) & 255) - ((other >> 8) & 255)
    const blue = (colour & 255) - (other & 255)
    const difference = red * red + green * green + blue * blue
    if (nearest === null || difference < nearest.difference) nearest = { place, difference }
  }
  return nearest
}

const decoded = (png: Buffer): Points => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, type, interlaced] = [png[24], png[25], png[28]]
  const size = type === 2 ? 3 : 4
  if (depth !== 8 || (type !== 2 && type !== 6) || interlaced !== 0) {
    throw new Error("This is no PNG of Chromium.")
  }
  const parts: Array<Buffer> = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(png.subarray(at + 8, at + 8 + length))
    }
    at += length + 12
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * size, size)
  const bytes = Buffer.alloc(width * height * 3)
  for (let point = 0; point < width * height; point++) {
    rows.copy(bytes, point * 3, point * size, point * size + 3)
  }
  return { width, height, bytes }
}

/** Undoes the filter of each row, which is its first byte. */
const unfiltered = (filtered: Buffer, length: number, size: number): Buffer => {
  const height = filtered.length / (length + 1)
  const rows = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (length + 1)]
    for (let x = 0; x < length; x++) {
      const given = filtered[y * (length + 1) + 1 + x] ?? 0
      const left = x < size ? 0 : (rows[y * length + x - size] ?? 0)
      const above = y === 0 ? 0 : (rows[(y - 1) * length + x] ?? 0)
      const corner = x < size || y === 0 ? 0 : (rows[(y - 1) * length + x - size] ?? 0)
      rows[y * length + x] = given + predicted(filter, left, above, corner)
    }
  }
  return rows
}

const predicted = (
  filter: number | undefined,
  left: number,
  above: number,
  corner: number
): number => {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const guess = left + above - corner
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value))
  if (a === undefined || b === undefined || c === undefined) return 0
  return a <= b && a <= c ? left : b <= c ? above : corner
}
