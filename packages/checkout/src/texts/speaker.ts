import { FluentBundle, FluentResource } from "@fluent/bundle"
import { directionOf, type Language, localeIn } from "./languages.ts"

/** The values of a message's variables. */
type Values = Readonly<Record<string, string | number>>

/** Returns the text of a message. */
export type Say = (key: string, values?: Values) => string

/** A language, and a function that says its messages. */
export interface Speaker {
  /** The locale of amounts and dates: the given one, if it is of the language. */
  readonly locale: string
  readonly direction: "ltr" | "rtl"
  readonly say: Say
}

/**
 * Returns the speaker of messages in the syntax of Fluent. Missing messages are English. In
 * languages that are written from right to left, values are isolated, so that a name or an amount
 * in another script keeps its own direction.
 */
export const speakerOf = (
  english: string,
  { language, messages, locale }: { language: Language; messages: string; locale: string }
): Speaker => {
  const direction = directionOf(language)
  const shown = localeIn(language, locale)
  const bundle = new FluentBundle(shown, { useIsolating: direction === "rtl" })
  bundle.addResource(new FluentResource(english))
  bundle.addResource(new FluentResource(messages), { allowOverrides: true })
  const say: Say = (key, values = {}) => {
    const pattern = bundle.getMessage(key)?.value ?? ""
    // With a list for errors, an invalid message is shown as far as possible, and nothing is
    // thrown.
    return bundle.formatPattern(pattern, values, []).replaceAll("\n", " ")
  }
  return { locale: shown, direction, say }
}
