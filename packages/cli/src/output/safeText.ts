/**
 * Control characters, which can move the cursor or change a terminal, line separators, and the
 * marks that reverse the direction of text.
 */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu

/**
 * Returns a text that a terminal only shows. Each control character becomes its escape, such as
 * `\u001b`, and a line break becomes `⏎`.
 */
export const safeText = (text: string): string =>
  text.toWellFormed().replace(unsafe, (each) => (each === "\n" ? "⏎" : escapeOf(each)))

/** Returns JSON in which no character can change a terminal. It is still the same document. */
export const safeJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, bigintsAsStrings, indent) ?? "null").replace(unsafe, (each) =>
    each === "\n" ? each : escapeOf(each)
  )

const escapeOf = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

const bigintsAsStrings = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? value.toString() : value
