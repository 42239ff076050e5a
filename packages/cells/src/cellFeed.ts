import type {
  Collection,
  FeedPage,
  FeedQuery,
  Row,
  StoragePort,
  StorageUnavailable,
  Stored
} from "@payloom/core"
import { Effect } from "effect"
import type { Cell } from "./Cell.ts"
import { CopyMarkCollection, markId } from "./cellRows.ts"
import { atBeginning, type FeedPlaces, feedPlaces, placesText, type Rest } from "./feedPlaces.ts"
import { lastHandOver, withHandOvers } from "./handOvers.ts"
import type { Places } from "./Places.ts"

/** The cells of a feed, the directory, and the places of tenants. */
export interface FeedSources {
  readonly cells: ReadonlyArray<Cell>
  readonly directory: Pick<StoragePort, "page">
  readonly places: Places
}

/**
 * Reads the cells one after another, from the one after the last that gave rows. Each continues at
 * its own position.
 *
 * A row is given by the cell that its tenant is in. So the rows that a tenant left behind are
 * passed, and so are copies for a tenant that has not arrived yet. If a tenant has moved since the
 * position was written, its rest in the old cell comes first. Then the rows that it brought along
 * are passed, and its new rows follow.
 */
export const readCellFeeds = Effect.fnUntraced(function* <R extends Row>(
  sources: FeedSources,
  of: Collection<R>,
  query: FeedQuery
) {
  const { after } = query
  let before = after === null ? null : feedPlaces(after)
  // Read before the first page, which knows all these hand-overs.
  before ??= atBeginning(yield* lastHandOver(sources.directory))
  for (;;) {
    const page: CellsPage<R> | null = yield* readPages(sources, of, query, before)
    if (page !== null) {
      const position = page.places.at.size === 0 ? null : placesText(page.places)
      return { rows: page.rows, position, isEnd: page.isEnd } satisfies FeedPage<R>
    }
    before = yield* withHandOvers(sources.directory, before)
  }
})

/** A page of all cells. */
interface CellsPage<R extends Row> {
  readonly rows: ReadonlyArray<Stored<R>>
  readonly places: FeedPlaces
  readonly isEnd: boolean
}

/** Returns null if there are rows of a tenant that has moved without the position knowing it. */
const readPages = Effect.fnUntraced(function* <R extends Row>(
  sources: FeedSources,
  of: Collection<R>,
  query: FeedQuery,
  before: FeedPlaces
) {
  const { cells } = sources
  const rows: Array<Stored<R>> = []
  const rests = yield* readRests(sources, of, query, before.rests, rows)
  if (rests.length > 0) {
    return { rows, places: { ...before, rests }, isEnd: false } satisfies CellsPage<R>
  }
  const begin = Math.max(
    0,
    cells.findIndex(({ name }) => name === before.next)
  )
  const at = new Map(before.at)
  const passed = new Map(before.passed)
  let next = cells[begin]?.name ?? ""
  let isEnd = true
  for (const [nth, cell] of [...cells.slice(begin), ...cells.slice(0, begin)].entries()) {
    if (rows.length >= query.limit && (nth > 0 || before.rests.length > 0)) {
      isEnd = false
      break
    }
    const own = { ...query, after: at.get(cell.name) ?? null, limit: query.limit - rows.length }
    const reading = readCell(sources, cell, of, own, before)
    const page: CellPage<R> | null = yield* query.onlyReachable
      ? Effect.orElseSucceed(reading, (): CellPage<R> => unread(own.after))
      : reading
    if (page === null) return null
    rows.push(...page.rows)
    isEnd &&= page.isEnd
    if (page.position !== null) at.set(cell.name, page.position)
    if (page.isPast) passed.delete(cell.name)
    if (page.rows.length > 0) next = cells[(begin + nth + 1) % cells.length]?.name ?? ""
  }
  const places: FeedPlaces = { next, at, handOver: before.handOver, passed, rests }
  return { rows, places, isEnd } satisfies CellsPage<R>
})

/** A page of one cell. */
interface CellPage<R extends Row> extends FeedPage<R> {
  /** True if the reader has passed all rows that tenants brought along. */
  readonly isPast: boolean
}

/** The page of a cell that is down. Its rows follow when it is back. */
const unread = (position: string | null) => ({ rows: [], position, isEnd: true, isPast: false })

const readCell = Effect.fnUntraced(function* <R extends Row>(
  { places }: FeedSources,
  cell: Cell,
  of: Collection<R>,
  query: FeedQuery,
  { handOver, passed }: FeedPlaces
) {
  const page = yield* askingFor(query, cell, (storage) => storage.feed(of, query))
  const tenants = [...new Set(page.rows.map(({ scope }) => scope.tenant))]
  const homes = yield* places.homesOf(cell, tenants)
  if (homes.some((home) => home.handOver > handOver)) return null
  const strangers = new Set(homes.flatMap(({ tenant, isHere }) => (isHere ? [] : [tenant])))
  const own = page.rows.filter(({ scope }) => !strangers.has(scope.tenant))
  const moves = passed.get(cell.name)
  const rows =
    moves === undefined
      ? own
      : yield* askingFor(query, cell, (storage) => withoutBrought(storage, of, own, moves))
  return { ...page, rows, isPast: page.isEnd } satisfies CellPage<R>
})

/** Work over all tenants leaves out a cell that does not answer for long. */
const askingFor = <A>(
  { onlyReachable }: FeedQuery,
  cell: Cell,
  question: (storage: StoragePort) => Effect.Effect<A, StorageUnavailable>
): Effect.Effect<A, StorageUnavailable> =>
  onlyReachable ? cell.askBriefly(question) : cell.ask(question)

/** Reads the rests of tenants in the cells that they have left. Returns the rests after it. */
const readRests = Effect.fnUntraced(function* <R extends Row>(
  { cells }: FeedSources,
  of: Collection<R>,
  query: FeedQuery,
  before: ReadonlyArray<Rest>,
  rows: Array<Stored<R>>
) {
  const rests = [...before]
  for (let rest = rests[0]; rest !== undefined && rows.length < query.limit; rest = rests[0]) {
    const { tenant, broughtBy, at: after } = rest
    const cell = cells.find(({ name }) => name === rest?.cell)
    if (cell === undefined) {
      rests.shift()
      continue
    }
    const own = { ...query, after, limit: query.limit - rows.length }
    const page: FeedPage<R> = yield* askingFor(query, cell, (storage) => storage.feed(of, own))
    const ofTenant = page.rows.filter(({ scope }) => scope.tenant === tenant)
    rows.push(
      ...(broughtBy === null
        ? ofTenant
        : yield* askingFor(query, cell, (storage) =>
            withoutBrought(storage, of, ofTenant, new Map([[tenant, broughtBy]]))
          ))
    )
    if (page.isEnd) rests.shift()
    else {
      rests[0] = { ...rest, at: page.position }
      break
    }
  }
  return rests
})

/** Leaves out the rows that tenants brought along by these moves of theirs, or earlier ones. */
const withoutBrought = Effect.fnUntraced(function* <R extends Row>(
  storage: StoragePort,
  of: Collection<R>,
  rows: ReadonlyArray<Stored<R>>,
  moves: ReadonlyMap<string, number>
) {
  const brought = new Set<Stored<R>>()
  for (const own of Map.groupBy(rows, ({ scope }) => `${scope.mode} ${scope.tenant}`).values()) {
    const [first] = own
    const move = first === undefined ? undefined : moves.get(first.scope.tenant)
    if (first === undefined || move === undefined) continue
    const ids = own.map(({ row }) => markId(of, row.id))
    const marks = yield* storage.getMany(first.scope, CopyMarkCollection, ids)
    const marked = new Set(marks.flatMap(({ row }) => (row.move <= move ? [row.id] : [])))
    for (const each of own) if (marked.has(markId(of, each.row.id))) brought.add(each)
  }
  return brought.size === 0 ? rows : rows.filter((each) => !brought.has(each))
})
