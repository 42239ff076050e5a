/** The position, from 1, at which a text stops being JSON, and the probable mistake. */
export interface JsonFlaw {
  readonly at: number | null
  readonly hint: string | null
}

/** Returns why a parser failed at a text, from its error. The text itself is not repeated. */
export const jsonFlaw = (text: string, error: unknown): JsonFlaw => {
  const message = error instanceof Error ? error.message : ""
  const [, position] = /at position (\d+)/.exec(message) ?? []
  const at = position === undefined ? firstAt(text, message) : Number(position) + 1
  const ends = /Unexpected end|Unterminated/.test(message) || (at !== null && at > text.length)
  return { at, hint: wholeHint(text) ?? (ends ? "it ends too early" : hintAt(text, at)) }
}

/** A parser that stops at the first character names only the character, not its position. */
const firstAt = (text: string, message: string): number | null => {
  const [, token] = /^Unexpected token '(.)'/su.exec(message) ?? []
  const start = text.length - text.trimStart().length
  return token !== undefined && text.startsWith(token, start) ? start + 1 : null
}

/** Returns the format that a text probably has if it isn't JSON. */
const wholeHint = (text: string): string | null => {
  const begun = text.trimStart()
  if (begun.startsWith("[object ")) return "it is an object turned into text. Use JSON.stringify"
  if (begun.trimEnd() === "undefined") return "it is the word undefined"
  if (begun.startsWith("<")) return "it looks like XML or HTML"
  if (/^[\w.%+[\]-]{1,100}=/.test(begun)) return "it looks like a form"
  return text.includes("\0") ? "it looks like UTF-16" : null
}

const hintAt = (text: string, at: number | null): string | null => {
  if (at === null) return null
  const found = text[at - 1] ?? ""
  const before =
    text
      .slice(0, at - 1)
      .trimEnd()
      .at(-1) ?? ""
  if (/[}\]]/.test(found) && before === ",") return `there is a comma before the ${found}`
  if (found === "'") return "names and strings must be in double quotes"
  if (/[\w$]/.test(found) && /[{,]/.test(before)) return "names must be in double quotes"
  return found === "/" ? "JSON has no comments" : null
}
