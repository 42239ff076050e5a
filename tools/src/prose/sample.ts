import { createHash } from "node:crypto"
import type { Linted } from "./lint.ts"

/** Shorter texts are labels in tables and lists. */
const minWords = 4

/**
 * Draws sentences at random with equal probability. The same seed draws the same sentences. If a
 * sentence changes, the draw of the others stays the same.
 */
export const sample = (
  linted: ReadonlyArray<Linted>,
  count: number,
  seed: string
): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return linted
    .flatMap(({ path, sentences }) =>
      sentences.flatMap(({ line, text }) => {
        if (text.split(" ").length < minWords) return []
        const times = seen.get(`${path} ${text}`) ?? 0
        seen.set(`${path} ${text}`, times + 1)
        const lot = createHash("sha256").update(`${seed}\n${path}\n${times}\n${text}`).digest("hex")
        return [{ lot, shown: `${path}:${line}  ${text}` }]
      })
    )
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ shown }) => shown)
}
