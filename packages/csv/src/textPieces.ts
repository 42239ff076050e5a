import { setImmediate } from "node:timers/promises"
import { refusedAsWhole } from "./CsvRefused.ts"

/** The encoding of a file's bytes. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

/** A file to read: its text, its bytes, or pieces of either. */
export type CsvSource = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** The number of characters that are parsed at a time, which takes some milliseconds. */
const pieceLength = 4 * 2 ** 10

/**
 * Yields the text of a file in small pieces, without its byte order mark. Waits between pieces, so
 * that other code runs. Refuses more than `maxLength` characters or bytes, and bytes that aren't in
 * the encoding.
 */
export async function* textPieces(
  csv: CsvSource,
  maxLength: number,
  encoding: Encoding | undefined
): AsyncGenerator<string> {
  let length = 0
  let isFirst = true
  const decode = decoder(encoding)
  const isWhole = typeof csv === "string" || csv instanceof Uint8Array
  for await (const piece of isWhole ? [csv] : csv) {
    length += piece.length
    if (length > maxLength) {
      throw refusedAsWhole(`The CSV has more characters than ${maxLength}. Raise \`maxLength\`.`)
    }
    for (let at = 0; at < piece.length; ) {
      const end = endOfPiece(piece, at + pieceLength)
      const part = piece.slice(at, end)
      const text = typeof part === "string" ? part : decode(part)
      yield isFirst && text.startsWith("\uFEFF") ? text.slice(1) : text
      isFirst &&= text === ""
      at = end
      await setImmediate()
    }
  }
  yield decode(null)
}

/** Moves the end of a piece so that it doesn't cut a character of two code units apart. */
const endOfPiece = (piece: string | Uint8Array, end: number): number =>
  typeof piece === "string" && /[\uD800-\uDBFF]/.test(piece.charAt(end - 1)) ? end + 1 : end

/**
 * Returns a function that decodes bytes piece by piece. Null ends them. The first bytes may contain
 * a mark of the encoding.
 */
const decoder = (told: Encoding | undefined) => {
  let start: Uint8Array | null = new Uint8Array()
  let decoding: TextDecoder | null = null
  let encoding = told ?? "utf-8"
  const decode = (bytes: Uint8Array, stream: boolean): string => {
    decoding ??= new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
    try {
      return decoding.decode(bytes, { stream })
    } catch {
      throw refusedAsWhole(
        `The CSV is not in ${encoding}. Save it as UTF-8, or set its encoding with \`encoding\`.`
      )
    }
  }
  return (bytes: Uint8Array | null): string => {
    if (start === null) return decode(bytes ?? new Uint8Array(), bytes !== null)
    const known: Uint8Array = bytes === null ? start : Buffer.concat([start, bytes])
    if (known.length < longestMark && bytes !== null) {
      start = known
      return ""
    }
    start = null
    encoding = encodingOf(known, told)
    return decode(known, bytes !== null)
  }
}

/** The number of bytes that show a byte order mark, or the zeros of UTF-16. */
const longestMark = 4

const encodingOf = ([first, second, ...more]: Uint8Array, told: Encoding | undefined): Encoding => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  if (told !== undefined) return told
  if ([first, second, ...more.slice(0, 2)].includes(0)) {
    throw refusedAsWhole(
      "The CSV seems to be UTF-16 without a byte order mark. Set `encoding` to `utf-16le` or " +
        "`utf-16be`."
    )
  }
  return "utf-8"
}
