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
