import { setImmediate } from "node:timers/promises"
import { LongText } from "./LongText.ts"

/** Longer texts are files, and become a `LongText`. No other text may be so long. */
const longText = 163_840

/** The most characters of all the rest, and those of them that are outside of texts. */
const mostRest = 2 ** 20
const mostOutside = 65_536

/** After so long, other code runs. */
const millisAtOnce = 4
const quotesAtOnce = 500

/**
 * Parses JSON of many megabytes that has a few long texts, such as files. It comes in pieces, and
 * is never one string. Other code runs between pieces. Rejects with a `SyntaxError` if it is no
 * JSON, or if it has so many small values that a parser would hold up the process.
 */
export const parseLargeJson = async (pieces: ReadonlyArray<string>): Promise<unknown> => {
  const turn = new Turn()
  const reader = new Reader()
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      at = reader.read(piece, at)
      if (turn.isOver()) await turn.pass()
    }
    await turn.pass()
  }
  return reader.parsed()
}

/** Lets other code run when it has worked for a while. */
class Turn {
  #since = performance.now()
  #quotes = 0

  /** True after so many quotes and so long. Asked for each quote, so it is no promise. */
  isOver(): boolean {
    this.#quotes += 1
    return this.#quotes % quotesAtOnce === 0 && performance.now() - this.#since > millisAtOnce
  }

  async pass(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}

/** Takes the long texts out of JSON, and keeps the rest, which is parsed at once. */
class Reader {
  // Nobody can guess the names that stand for long texts meanwhile.
  readonly #secret = crypto.randomUUID()
  readonly #long = new Map<string, LongText>()
  #rest = ""
  #outside = 0
  /** The text that is open. Null outside of texts. */
  #text: OpenText | null = null

  /** Reads a piece from a position to the next quote. Returns the position after it. */
  read(piece: string, from: number): number {
    const quote = piece.indexOf('"', from)
    const end = quote < 0 ? piece.length : quote
    if (this.#text === null) this.#keepOutside(piece.slice(from, end))
    else this.#text.add(piece.slice(from, end))
    if (quote < 0) return end
    if (this.#text === null) this.#text = new OpenText()
    else if (this.#text.isQuoteEscaped) this.#text.add('"')
    else {
      this.#close(this.#text)
      this.#text = null
    }
    return quote + 1
  }

  /** Parses all that was read. */
  parsed(): unknown {
    if (this.#text !== null) throw new SyntaxError("a text that doesn't end")
    return JSON.parse(this.#rest, (_, value: unknown) =>
      typeof value === "string" ? (this.#long.get(value) ?? value) : value
    )
  }

  #keepOutside(json: string): void {
    this.#outside += json.length
    if (this.#outside > mostOutside) throw new SyntaxError("too many values")
    this.#keep(json)
  }

  #keep(json: string): void {
    if (this.#rest.length + json.length > mostRest) throw new SyntaxError("too many values")
    this.#rest += json
  }

  #close(text: OpenText): void {
    const short = text.short()
    if (short !== null) {
      this.#keep(`"${short}"`)
      return
    }
    const name = `${this.#secret} ${this.#long.size}`
    this.#long.set(name, text.long())
    this.#keep(`"${name}"`)
  }
}

/** A text of JSON until its closing quote. It is unescaped piece by piece once it is long. */
class OpenText {
  readonly #unescaped: Array<string> = []
  /** The rest that is not unescaped yet. */
  #open = ""
  /** True after an odd number of backslashes. */
  #isEscaping = false

  /** True if a quote that comes now is a part of the text. */
  get isQuoteEscaped(): boolean {
    return this.#isEscaping
  }

  add(json: string): void {
    if (json === "") return
    this.#isEscaping = isEscapingAfter(json, this.#isEscaping)
    this.#open += json
    if (this.#open.length > longText) this.#unescape(lastWhole(this.#open))
  }

  /** The JSON of the text, if it is not long. */
  short(): string | null {
    return this.#unescaped.length === 0 ? this.#open : null
  }

  /** The whole text, if it is long. */
  long(): LongText {
    this.#unescape(this.#open.length)
    return new LongText(this.#unescaped)
  }

  #unescape(end: number): void {
    const text = JSON.parse(`"${this.#open.slice(0, end)}"`) as string
    this.#open = this.#open.slice(end)
    // Both halves of a letter go into one piece.
    const half = this.#unescaped.at(-1)?.slice(-1) ?? ""
    if (!/[\uD800-\uDBFF]/.test(half)) {
      this.#unescaped.push(text)
      return
    }
    const before = this.#unescaped.pop() ?? ""
    this.#unescaped.push(before.slice(0, -1), half + text)
  }
}

const backslash = 92

/** True if an odd number of backslashes is at the end. */
const isEscapingAfter = (json: string, isEscaping: boolean): boolean => {
  let first = json.length
  while (json.charCodeAt(first - 1) === backslash) first -= 1
  const isOdd = (json.length - first) % 2 === 1
  return first === 0 ? isOdd !== isEscaping : isOdd
}

/** The longest escape, as in `\u0041`. */
const longestEscape = 6

/** Returns the last position that is not within an escape. */
const lastWhole = (json: string): number => {
  for (let at = json.length - 1; at > json.length - longestEscape && at >= 0; at -= 1) {
    if (json.charCodeAt(at) !== backslash || isEscapingAfter(json.slice(0, at), false)) continue
    const length = json.charAt(at + 1) === "u" ? longestEscape : 2
    return at + length > json.length ? at : json.length
  }
  return json.length
}
