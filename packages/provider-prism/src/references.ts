/** The kinds of the engine's references. */
export type ReferenceKind = "attempt" | "capture" | "void" | "refund"

const ours = /^(attempt|capture|void|refund)_[0-9A-Z]{26}$/

/**
 * Returns the kind of a reference of the engine's, or null for another text. Other references
 * belong to other programs on the account.
 */
export const kindOfReference = (reference: unknown): ReferenceKind | null =>
  typeof reference === "string"
    ? ((ours.exec(reference)?.[1] as ReferenceKind | undefined) ?? null)
    : null

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/**
 * Returns the time that a reference of the engine's was made, in milliseconds since the epoch. It
 * is in the first ten characters of the id.
 */
export const timeOfReference = (reference: string): number =>
  [...reference.slice(-26, -16)].reduce((time, digit) => time * 32 + digits.indexOf(digit), 0)
