/** The letters of Crockford's base 32, in which ids begin with their time. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** The number of letters of the time, which is in milliseconds. */
const timeLength = 10

/**
 * Returns the text that is before each id of a prefix from a time on, and after each earlier id.
 */
export const idAt = (prefix: string, ms: number): string => {
  let rest = ms
  let time = ""
  for (let place = 0; place < timeLength; place++) {
    time = `${alphabet[rest % 32]}${time}`
    rest = Math.floor(rest / 32)
  }
  return `${prefix}_${time}`
}

/** Returns the time of an id, in milliseconds since the epoch. */
export const timeAt = (id: string): number =>
  [...id.slice(id.indexOf("_") + 1).slice(0, timeLength)].reduce(
    (time, letter) => time * 32 + alphabet.indexOf(letter),
    0
  )

/** Returns the start of the month of a time, or of a month after it, in UTC. */
export const monthOf = (ms: number, after = 0): number => {
  const date = new Date(ms)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + after)
}
