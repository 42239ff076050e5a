import { type IdPrefix, idBounds, timeOfId } from "@payloom/core"

/** The characters after the time of an id. */
const randomLength = 16

/**
 * Returns the text that is before each id of a prefix from a time on, and after each earlier id.
 */
export const idAt = (prefix: IdPrefix, ms: number): string =>
  idBounds(prefix, ms).first.slice(0, -randomLength)

/** Returns the time of such a text, in milliseconds since the epoch. */
export const timeAt = (text: string): number =>
  timeOfId(text.padEnd(text.length + randomLength, "0"))

/** Returns the start of the month of a time, or of a month after it, in UTC. */
export const monthOf = (ms: number, after = 0): number => {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
}
