import type {
  ClaimQuery,
  Collection,
  Job,
  Row,
  Scope,
  ScopeQuery,
  StoragePort,
  StorageUnavailable,
  Stored
} from "@payloom/core"
import { Effect, Option, Result } from "effect"
import type { Cell } from "./Cell.ts"
import { type FeedSources, readCellFeeds } from "./cellFeed.ts"
import { claimIn } from "./claimIn.ts"
import { atBeginning, placesText } from "./feedPlaces.ts"
import { lastHandOver } from "./handOvers.ts"

type OverAll = Pick<
  StoragePort,
  "feed" | "feedEnd" | "claimDue" | "nextDue" | "jobKinds" | "sweep" | "scopes"
>

interface OverAllSources extends FeedSources {
  readonly directory: Pick<StoragePort, "page" | "scopes" | "sweep">
}

type Answer<A> = { readonly cell: Cell; readonly answer: A }

/**
 * Returns the calls that cross tenants. Each asks all cells. Cells that are down are left out of
 * the work of all tenants, and fail a call that needs all rows.
 */
export const overAllCells = (sources: OverAllSources): OverAll => {
  const { cells, directory } = sources
  let turn = 0
  /** The cells in turns, so that none is always the last. */
  const inTurns = () => {
    turn = (turn + 1) % cells.length
    return [...cells.slice(turn), ...cells.slice(0, turn)]
  }
  return {
    feed: (of, query) => readCellFeeds(sources, of, query),
    feedEnd: (of, part) => endOfFeed(sources, of, part),
    claimDue: (query) => claimFrom(inTurns(), query),
    nextDue: (kinds) =>
      Effect.map(
        reachable(cells, (storage) => storage.nextDue(kinds)),
        (found) => {
          const dues = found.flatMap(({ answer }) => Option.toArray(answer))
          return dues.length === 0 ? Option.none() : Option.some(Math.min(...dues))
        }
      ),
    jobKinds: (prefix) =>
      Effect.map(
        reachable(cells, (storage) => storage.jobKinds(prefix)),
        (found) => [...new Set(found.flatMap(({ answer }) => answer))].sort(compareTexts)
      ),
    sweep: (of, idBefore, limit) =>
      Effect.gen(function* () {
        let swept = yield* directory.sweep(of, idBefore, limit)
        for (const cell of inTurns()) {
          if (swept >= limit || cell.isResting) continue
          const left = limit - swept
          swept += yield* cell.ask((storage) => storage.sweep(of, idBefore, left))
        }
        return swept
      }),
    scopes: (query) => listScopes(cells, directory, query)
  }
}

const all = { concurrency: "unbounded" } as const

const endOfFeed = Effect.fnUntraced(function* <R extends Row>(
  { cells, directory }: FeedSources,
  of: Collection<R>,
  part: number
) {
  const handOver = yield* lastHandOver(directory)
  const ends = yield* Effect.forEach(
    cells,
    (cell) => cell.ask((storage) => storage.feedEnd(of, part)),
    all
  )
  const at = new Map<string, string | null>()
  for (const [nth, end] of ends.entries()) {
    const { name } = cells[nth] ?? { name: "" }
    if (Option.isSome(end)) at.set(name, end.value)
  }
  return at.size === 0
    ? Option.none<string>()
    : Option.some(placesText({ ...atBeginning(handOver), next: cells[0]?.name ?? "", at }))
})

/** Asks the cells that can be reached. Fails if none can. */
const reachable = <A>(
  cells: ReadonlyArray<Cell>,
  question: (storage: StoragePort) => Effect.Effect<A, StorageUnavailable>
): Effect.Effect<ReadonlyArray<Answer<A>>, StorageUnavailable> =>
  Effect.flatMap(
    Effect.forEach(cells, (cell) => Effect.result(cell.askBriefly(question)), all),
    (results) => {
      const answers = results.flatMap((result, nth): ReadonlyArray<Answer<A>> => {
        const cell = cells[nth]
        return cell !== undefined && Result.isSuccess(result)
          ? [{ cell, answer: result.success }]
          : []
      })
      const failed = results.find(Result.isFailure)
      return answers.length === 0 && failed !== undefined
        ? Effect.fail(failed.failure)
        : Effect.succeed(answers)
    }
  )

/**
 * Claims jobs from the cells that have due ones. Each gives an equal share of what is left, so the
 * share that one does not use goes to the next ones.
 */
const claimFrom = Effect.fnUntraced(function* (cells: ReadonlyArray<Cell>, query: ClaimQuery) {
  const found = yield* reachable(cells, (storage) => storage.nextDue(query.kinds))
  const due = found.filter(({ answer }) => Option.isSome(answer) && answer.value <= query.now)
  const claimed: Array<Stored<Job>> = []
  for (const [nth, { cell }] of due.entries()) {
    const limit = Math.ceil((query.limit - claimed.length) / (due.length - nth))
    if (limit <= 0) break
    const jobs = yield* Effect.orElseSucceed(
      cell.askBriefly((storage) => claimIn(storage, leftOf(query, limit, claimed))),
      (): ReadonlyArray<Stored<Job>> => []
    )
    claimed.push(...jobs)
  }
  return claimed.sort(
    ({ row: one }, { row: other }) => one.dueAt - other.dueAt || compareTexts(one.id, other.id)
  )
})

/** Returns the query for the next cell, after other cells gave jobs. */
const leftOf = (
  query: ClaimQuery,
  limit: number,
  claimed: ReadonlyArray<Stored<Job>>
): ClaimQuery => {
  if (query.perKind === undefined) return { ...query, limit }
  const perKind = { ...query.perKind }
  for (const { row } of claimed) {
    const most = perKind[row.kind]
    if (most !== undefined) perKind[row.kind] = most - 1
  }
  return { ...query, limit, perKind }
}

const listScopes = Effect.fnUntraced(function* (
  cells: ReadonlyArray<Cell>,
  directory: Pick<StoragePort, "scopes">,
  query: ScopeQuery
) {
  const ofCells = query.onlyReachable
    ? Effect.map(
        reachable(cells, (storage) => storage.scopes(query)),
        (found) => found.map(({ answer }) => answer)
      )
    : Effect.forEach(cells, (cell) => cell.ask((storage) => storage.scopes(query)), all)
  const found = [yield* directory.scopes(query), ...(yield* ofCells)].flat()
  const byKey = new Map(found.map((scope) => [`${scope.mode} ${scope.tenant}`, scope]))
  return [...byKey.values()].sort(compareScopes).slice(0, Math.max(query.limit, 0))
})

const compareScopes = (one: Scope, other: Scope): number =>
  compareTexts(one.tenant, other.tenant) || compareTexts(one.mode, other.mode)

/** Compares by code points, as databases compare bytes of UTF-8. */
const compareTexts = (one: string, other: string): number => {
  if (one === other) return 0
  const [left, right] = [[...one], [...other]]
  for (const [nth, character] of left.entries()) {
    const by = (character.codePointAt(0) ?? 0) - (right[nth]?.codePointAt(0) ?? -1)
    if (by !== 0) return by
  }
  return -1
}
