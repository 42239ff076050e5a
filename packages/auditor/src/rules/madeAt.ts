/** The digits of ids, from 0 to 31. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** The first digits of an id, which are the milliseconds since 1970. */
const timeLength = 10

/** Returns when an id such as `delivery_01NDDHY663WKYYG6AGWKGWCY0A` was made, in epoch ms. */
export const madeAt = (id: string): number => {
  const start = id.indexOf("_") + 1
  const time = id.slice(start, start + timeLength)
  return [...time].reduce((ms, digit) => ms * digits.length + digits.indexOf(digit), 0)
}
