import type { Books } from "../rows/Books.ts"

/** Returns a function that returns true if no event of a row is old enough to have been dropped. */
export const hasAllEvents =
  ({ audited: { eventsSince = Number.NEGATIVE_INFINITY } }: Books) =>
  ({ created }: { readonly created: number }): boolean =>
    created >= eventsSince
