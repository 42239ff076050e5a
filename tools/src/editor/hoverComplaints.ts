import type { ExpectedHover } from "./expectedHovers.ts"
import type { Hover } from "./LanguageServer.ts"

/** What no reader should have to look at. */
const noise: ReadonlyArray<string> = ["args_", "Brand<", "import("]

/** The longest list of members that may stand in place of a name. */
const longestExpansion = 200

/** What is wrong with what an editor shows: it can't be read, or isn't documented. */
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
