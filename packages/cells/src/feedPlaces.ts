/** A position in the feed of all cells: a position for each cell. */
export interface FeedPlaces {
  /** The cell to begin with, so that a busy cell doesn't hold up the others. */
  readonly next: string
  /** The positions by the names of the cells. A cell that is absent is read from its beginning. */
  readonly at: ReadonlyMap<string, string | null>
}

/** Writes a position as text, for the rows of consumers. */
export const placesText = ({ next, at }: FeedPlaces): string =>
  JSON.stringify([next, Object.fromEntries(at)])

/** Reads a position. Null is the beginning of all cells. */
export const feedPlaces = (text: string | null): FeedPlaces => {
  if (text === null) return { next: "", at: new Map() }
  const [next, at] = JSON.parse(text) as [string, Record<string, string>]
  return { next, at: new Map(Object.entries(at)) }
}
