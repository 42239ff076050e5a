import { Schema } from "effect"
import { holdsCardNumber } from "./cardNumberGuard.ts"
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
    refusedAs(
      "parameter_invalid",
      `an absolute web address, such as https://shop.example, of at most ${maxLength} characters`
    )
  ).abort()
)

/** The text of a query or path, as far as a card's number could be written in it. */
const readable = (url: string): string =>
  url
    .replaceAll("+", " ")
    .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** A web address that a merchant has payers sent to: it is stored, so no card's number is in it. */
export const PageUrl = WebUrl.check(
  Schema.makeFilter(
    (url: string) => !holdsCardNumber(readable(url)),
    refusedAs("card_number_not_allowed", "an address that holds no card number")
  )
)

/** The scheme, host and port of a web address. */
export const originOf = (url: string): string => new URL(url).origin

/** A web address in its usual spelling, as every browser reads it: `https:/a.test` has another. */
export const spelledOut = (url: string): string => new URL(url).href
