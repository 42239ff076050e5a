import { Schema } from "effect"
import { holdsCardNumber } from "./cardNumberGuard.ts"
import { isStorable } from "./FreeText.ts"
import { refusedAs } from "./RefusalCode.ts"

const maxLength = 2048

/** Excludes characters that can't be stored, and those that URL parsers treat differently. */
const isPlain = (text: string): boolean => isStorable(text) && !/[\s\\]/.test(text)

/** Returns true for an absolute URL with http or https, without user and password. */
export const isWebUrl = (text: string): boolean => {
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

/** Decodes a URL as far as a card number could be hidden in it. */
const readable = (url: string): string =>
  url
    .replaceAll("+", " ")
    .replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/** A web address of a merchant for payers. It is stored, so it must not contain a card number. */
export const PageUrl = WebUrl.check(
  Schema.makeFilter(
    (url: string) => !holdsCardNumber(readable(url)),
    refusedAs("card_number_not_allowed", "an address that holds no card number")
  )
)

/** Returns the scheme, host and port of a web address. */
export const originOf = (url: string): string => new URL(url).origin

/** Returns a web address in its normal form, as browsers do. `https:/a.test` is not in it. */
export const spelledOut = (url: string): string => new URL(url).href
