import { setImmediate } from "node:timers/promises"

/** Longer texts, such as files, are read in parts. */
const longText = 16_384
const partLength = 262_144

/** The most characters of all the rest, and those of them that are outside of texts. */
const mostRest = 2 ** 20
const mostOutside = 65_536

/** After so long, other code runs. */
const millisAtOnce = 4
const quotesAtOnce = 500

/**
 * Parses JSON of many megabytes that has a few long texts, such as files. Other code runs
 * meanwhile. Rejects with a `SyntaxError` if it is no JSON, or if it has so many small values that
 * a parser would hold up the process.
 */
export const parseLargeJson = async (json: string): Promise<unknown> => {
  const turn = new Turn()
  // Nobody can guess the names that stand for long texts meanwhile.
  const secret = crypto.randomUUID()
  const long = new Map<string, string>()
  let rest = ""
  let outside = 0
  for (let at = 0; ; ) {
    const opening = json.indexOf('"', at)
    const end = opening < 0 ? json.length : opening
    outside += end - at
    if (outside > mostOutside || rest.length > mostRest) throw new SyntaxError("too many values")
    rest += json.slice(at, end)
    if (opening < 0) break
    const closing = await closingQuote(json, opening, turn)
    at = closing + 1
    if (at - opening <= longText) rest += json.slice(opening, at)
    else {
      const name = `${secret} ${long.size}`
      long.set(name, await unescaped(json, opening + 1, closing))
      rest += `"${name}"`
    }
  }
  return JSON.parse(rest, (_, value: unknown) =>
    typeof value === "string" ? (long.get(value) ?? value) : value
  )
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

const closingQuote = async (json: string, opening: number, turn: Turn): Promise<number> => {
  let closing = json.indexOf('"', opening + 1)
  while (closing >= 0 && isEscaped(json, closing)) {
    if (turn.isOver()) await turn.pass()
    closing = json.indexOf('"', closing + 1)
  }
  if (closing < 0) throw new SyntaxError("a text that doesn't end")
  return closing
}

const backslash = 92

/** True if an odd number of backslashes precedes a character. */
const isEscaped = (json: string, at: number): boolean => {
  let first = at
  while (json.charCodeAt(first - 1) === backslash) first -= 1
  return (at - first) % 2 === 1
}

/** The longest escape, as in `\u0041`. */
const longestEscape = 6

/** Returns the text between two quotes. */
const unescaped = async (json: string, from: number, to: number): Promise<string> => {
  let text = ""
  for (let at = from; at < to; ) {
    if (at > from) await setImmediate()
    const end = endOfPart(json, Math.min(at + partLength, to), to)
    text += JSON.parse(`"${json.slice(at, end)}"`) as string
    at = end
  }
  return text
}

/** Moves the end of a part so that it is not within an escape. */
const endOfPart = (json: string, end: number, to: number): number => {
  if (end === to) return end
  for (let at = end - 1; at > end - longestEscape; at -= 1) {
    if (json.charCodeAt(at) !== backslash || isEscaped(json, at)) continue
    const length = json.charAt(at + 1) === "u" ? longestEscape : 2
    return Math.max(end, Math.min(at + length, to))
  }
  return end
}
