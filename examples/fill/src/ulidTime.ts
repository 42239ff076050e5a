const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Returns a number in digits of base 32, as ULIDs have them. */
export const inDigits = (value: number, length: number): string => {
  let digits = ""
  let rest = value
  for (let place = 0; place < length; place += 1) {
    digits = alphabet.charAt(rest % 32) + digits
    rest = Math.floor(rest / 32)
  }
  return digits
}

const known = new Map<string, number>()

/** Returns the time of a ULID, in milliseconds since the epoch. */
export const timeOf = (id: string): number => {
  const found = known.get(id)
  if (found !== undefined) return found
  const time = [...id.slice(0, 10)].reduce((sum, digit) => sum * 32 + alphabet.indexOf(digit), 0)
  known.set(id, time)
  return time
}
