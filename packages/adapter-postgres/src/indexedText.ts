import { createHash } from "node:crypto"

/** The longest text in an index, in bytes. Longer ones don't fit with the other columns. */
const longestText = 1000

/**
 * Returns a text as indexes have it. A text that is too long for an index, or that PostgreSQL can't
 * store, becomes a digest. The digest is longer than any other indexed text.
 */
export const indexedText = (value: string): string => {
  const isFit = value.length <= longestText && !value.includes("\0") && value.isWellFormed()
  if (isFit && Buffer.byteLength(value) <= longestText) return value
  const digest = createHash("sha256").update(Buffer.from(value, "utf16le")).digest("hex")
  return `sha256:${digest}:`.padEnd(longestText + 1, "-")
}
