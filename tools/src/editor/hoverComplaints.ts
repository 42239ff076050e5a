import type { ExpectedHover } from "./expectedHovers.ts"
import type { Hover } from "./LanguageServer.ts"

/** Parts of signatures that make them hard to read. */
const noise: ReadonlyArray<string> = ["args_", "Brand<", "import("]

/** The most characters of a list of members that may replace the name of a type. */
const longestExpansion = 200

/** Returns the problems of a hover: it can't be read, or isn't documented. */
export const hoverComplaints = (
  { reads, says }: Pick<ExpectedHover, "reads" | "says">,
  { signature, documentation }: Hover
): ReadonlyArray<string> => {
  const expansions = signature.match(/\{[^{}]*\}/g) ?? []
  return [
    ...noise.filter((word) => signature.includes(word)).map((word) => `shows ${word}`),
    ...(expansions.some(({ length }) => length > longestExpansion) ? ["is expanded"] : []),
    ...(signature.includes(reads) ? [] : [`does not read ${reads}`]),
    ...(documentation.includes(says) ? [] : [`does not say: ${says}`])
  ]
}
