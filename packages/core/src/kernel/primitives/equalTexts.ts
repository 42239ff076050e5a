/** Compares texts in constant time, so that the time reveals nothing about a secret. */
export const equalTexts = (left: string, right: string): boolean => {
  if (left.length !== right.length) return false
  let difference = 0
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
