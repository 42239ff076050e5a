/** Compares in a time that doesn't tell where the texts differ: no secret is found bit by bit. */
export const equalTexts = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
