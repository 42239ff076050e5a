import { Refused } from "./refusals.ts"

const longest = 500

/**
 * Returns a text of an address that goes to the storage as it is. Refuses texts that no row can
 * have, because some databases fail on them. Empty if there is none.
 */
export const textOf = (name: string, text: string | null): string => {
  if (text === null) return ""
  if (text.length <= longest && !/\p{Cc}/u.test(text)) return text
  throw new Refused(400, "filter_invalid", `The text of ${name} is too long, or is no plain text.`)
}
