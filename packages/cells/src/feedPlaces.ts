/** The rest of a tenant's rows in a cell that it has left. They are read before all others. */
export interface Rest {
  readonly tenant: string
  readonly cell: string
  /** The position in that cell. Null is its beginning. */
  readonly at: string | null
  /** Rows that were brought by this move of the tenant, or an earlier one, were read before. */
  readonly broughtBy: number | null
}

/** A position in the feed of all cells: a position for each cell. */
export interface FeedPlaces {
  /** The cell to begin with, so that a busy cell doesn't hold up the others. */
  readonly next: string
  /** The positions by the names of the cells. A cell that is absent is read from its beginning. */
  readonly at: ReadonlyMap<string, string | null>
  /** The number of the last hand-over of a tenant that the position knows. */
  readonly handOver: number
  /**
   * The tenants that moved to a cell after the reader had read them in another one, by cell: the
   * number of the tenant's move. The reader passes the rows that they brought along. An entry is
   * dropped when the reader has passed all of them.
   */
  readonly passed: Passed
  readonly rests: ReadonlyArray<Rest>
}

/** Numbers of moves, by tenant and by cell. */
type Passed = ReadonlyMap<string, ReadonlyMap<string, number>>

interface OfMoves {
  readonly handOver?: number
  readonly passed?: Record<string, Record<string, number>>
  readonly rests?: ReadonlyArray<Rest>
}

/** Writes a position as text, for the rows of consumers. */
export const placesText = ({ next, at, handOver, passed, rests }: FeedPlaces): string => {
  const places = Object.fromEntries(at)
  if (handOver === 0) return JSON.stringify([next, places])
  const ofMoves: OfMoves = {
    handOver,
    ...(passed.size === 0 ? {} : { passed: recordOf(passed) }),
    ...(rests.length === 0 ? {} : { rests })
  }
  return JSON.stringify([next, places, ofMoves])
}

/** Reads a position. Its text may be older than the first move of a tenant. */
export const feedPlaces = (text: string): FeedPlaces => {
  const [next, at, ofMoves = {}] = JSON.parse(text) as [string, Record<string, string>, OfMoves?]
  const { handOver = 0, passed = {}, rests = [] } = ofMoves
  const byCell = Object.entries(passed).map(
    ([cell, own]) => [cell, new Map(Object.entries(own))] as const
  )
  return { next, at: new Map(Object.entries(at)), handOver, passed: new Map(byCell), rests }
}

/** Returns the position at the beginning of all cells. */
export const atBeginning = (handOver: number): FeedPlaces => ({
  next: "",
  at: new Map(),
  handOver,
  passed: new Map(),
  rests: []
})

/**
 * Writes the position of a consumer over cells, from its position in each cell. A cell that is
 * absent, or whose position is null, is read from its beginning.
 */
export const positionInCells = (at: ReadonlyMap<string, string | null>): string =>
  placesText({ ...atBeginning(0), at })

/** Reads the positions in each cell from the position of a consumer over cells. */
export const positionsByCell = (position: string): ReadonlyMap<string, string | null> =>
  feedPlaces(position).at

const recordOf = (passed: Passed): Record<string, Record<string, number>> =>
  Object.fromEntries([...passed].map(([cell, own]) => [cell, Object.fromEntries(own)]))
