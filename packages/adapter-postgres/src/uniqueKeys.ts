import { createHash } from "node:crypto"

/** More bytes don't fit into an entry of an index, with the others there. */
const longestText = 1000

/**
 * A text as it is looked up by. One that is too long for an index, or that PostgreSQL has no text
 * for, is told by its digest, which is longer than any other.
 */
export const uniqueKeys = (value: string): string => {
  const isFit = value.length <= longestText && !value.includes("\0") && value.isWellFormed()
  if (isFit && Buffer.byteLength(value) <= longestText) return value
  const digest = createHash("sha256").update(Buffer.from(value, "utf16le")).digest("hex")
  return `sha256:${digest}:`.padEnd(longestText + 1, "-")
}
