/** Joins parts to one key in ASCII. Null is an empty part. */
export const joinedParts = (...parts: ReadonlyArray<string | null>): string =>
  parts.map(encodedPart).join("|")

/** Returns the parts of a key. An empty part is null. */
export const partsOfKey = (key: string): ReadonlyArray<string | null> =>
  key.split("|").map((part) => (part === "" ? null : decodeURIComponent(part)))

/** Returns a part as keys have it. */
export const encodedPart = (part: string | null): string =>
  encodeURIComponent((part ?? "").toWellFormed())
