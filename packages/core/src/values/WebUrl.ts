import { Schema } from "effect"
import { isStorable } from "./FreeText.ts"
import { refusedAs } from "./RefusalCode.ts"

const maxLength = 2048

/** What readers of addresses disagree on, and what can't be stored, is in none. */
const isPlain = (text: string): boolean => isStorable(text) && !/[\s\\]/.test(text)

/** A URL that a browser may be sent to: http or https, absolute, without user and password. */
const isWebUrl = (text: string): boolean => {
  if (text.length > maxLength || !isPlain(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === "" && password === ""
}

/** An absolute http or https URL of at most 2,048 characters. */
export const WebUrl = Schema.String.check(
  Schema.makeFilter(
    isWebUrl,
    refusedAs("parameter_invalid", `an absolute web address of at most ${maxLength} characters`)
  )
)

/** The scheme, host and port of a web address. */
export const originOf = (url: string): string => new URL(url).origin
