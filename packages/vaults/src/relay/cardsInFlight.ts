/** The cards whose marks were given out lately, to recognize the marks in requests. */
export interface CardsInFlight {
  /** Stores that a mark stands for a detail of a card with these last four digits. */
  readonly add: (mark: string | null, last4: string) => void
  /** Returns true if a mark was given out. */
  readonly has: (mark: string) => boolean
  /** Returns the last four digits of the cards whose marks are in a text. */
  readonly lastFourIn: (text: string) => ReadonlySet<string>
}

/** The most marks that are stored. A card's marks are needed for the request right after them. */
const mostMarks = 20_000

/**
 * Creates an empty list of cards in flight. `anyMark` is the pattern of a mark, with the flag g.
 */
export const cardsInFlight = (anyMark: RegExp): CardsInFlight => {
  const known = new Map<string, string>()
  return {
    add: (mark, last4) => {
      if (mark === null) return
      known.delete(mark)
      known.set(mark, last4)
      const [oldest] = known.keys()
      if (known.size > mostMarks && oldest !== undefined) known.delete(oldest)
    },
    has: (mark) => known.has(mark),
    lastFourIn: (text) => {
      const found = (text.match(anyMark) ?? []).map((mark) => known.get(mark))
      return new Set(found.filter((last4) => last4 !== undefined))
    }
  }
}
