import {
  AlertCollection,
  type CellState,
  type CellsOverview,
  lateAfterMs,
  type Scope,
  type StoragePort,
  type StorageUnavailable,
  waitingKinds
} from "@payloom/core"
import { Effect, Option } from "effect"
import { allRowsOf, countTenants } from "./directoryPages.ts"
import { CellMoveCollection, type KnownCell, KnownCellCollection } from "./directoryRows.ts"

/** The part of a cell's state that its own storage answers. */
export type Standing = Omit<CellState, "name" | "tenants" | "isDrained">

/** The work of a cell that is up. */
export type CellWork = Pick<CellState, "lateSince" | "openAlerts">

/** The work of a cell that does not answer. */
const noWork: CellWork = { lateSince: null, openAlerts: null }

/** Returns the standing of a cell that is up. */
export const upWith = (work: CellWork): Standing => ({
  ...work,
  state: "up",
  problem: null,
  reason: null
})

/** Returns the reason for programs of an error of an adapter. Null if it has none. */
export const reasonIn = (error: unknown): string | null => {
  const { reason }: { readonly reason?: unknown } = Object(error)
  return typeof reason === "string" ? reason : null
}

/** Returns the standing of a cell that does not answer. */
export const down = (problem: string): Standing => ({
  ...noWork,
  state: "down",
  problem: sentence(problem),
  reason: null
})

/** Returns the standing of a cell whose storage can't be used. */
export const refused = (problem: string, reason: string | null = null): Standing => ({
  ...noWork,
  state: "refused",
  problem: sentence(problem),
  reason
})

const sentence = (text: string): string => `${text.replace(/\.$/, "")}.`

/** The cells to look at. */
interface CellsToSee<E> {
  readonly directory: StoragePort
  /** The names of the cells in the options. */
  readonly given: ReadonlyArray<string>
  /** Looks at a cell that is in the options and in the directory. */
  readonly standingOf: (name: string, known: KnownCell) => Effect.Effect<Standing, E>
}

/** Returns the state of all cells of the options and the directory, and the unfinished moves. */
export const cellsOverview = Effect.fnUntraced(function* <E>({
  directory,
  given,
  standingOf
}: CellsToSee<E>) {
  const known = new Map(
    (yield* allRowsOf(directory, KnownCellCollection)).map(({ row }) => [row.id, row])
  )
  const cells = yield* Effect.forEach(
    [...new Set([...given, ...known.keys()])].sort(),
    Effect.fnUntraced(function* (name) {
      const row = known.get(name)
      const own = { name, isDrained: row?.isDrained === true, ...noWork, reason: null }
      const tenants = yield* countTenants(directory, name)
      if (!given.includes(name)) {
        return { ...own, tenants, state: "missing", problem: "It is not in cells." } as const
      }
      if (row === undefined) return { ...own, tenants, state: "new", problem: null } as const
      return { ...own, tenants, ...(yield* standingOf(name, row)) }
    }),
    { concurrency: "unbounded" }
  )
  const moves = (yield* allRowsOf(directory, CellMoveCollection)).map(({ row }) => row)
  return {
    cells,
    moves: moves.map(({ tenant, from, to, phase }) => ({ tenant, from, to, phase }))
  } satisfies CellsOverview
})

const mostScopes = 200
const mostAlerts = 100

/** Reads the late jobs and the open alerts of a cell. */
export const workIn = Effect.fnUntraced(function* (storage: StoragePort, now: number) {
  return {
    lateSince: yield* lateSince(storage, now - lateAfterMs),
    openAlerts: yield* openAlerts(storage)
  } satisfies CellWork
})

/** Returns the due time of the oldest late job. Deliveries to a disabled endpoint are not late. */
const lateSince = Effect.fnUntraced(function* (storage: StoragePort, before: number) {
  const first = yield* lateIn(storage, before)
  if (first === null) return null
  const kinds = yield* storage.jobKinds("")
  const held = yield* waitingKinds(storage, kinds)
  if (held.size === 0) return first
  return yield* lateIn(
    storage,
    before,
    kinds.filter((kind) => !held.has(kind))
  )
})

const lateIn = (storage: StoragePort, before: number, kinds?: ReadonlyArray<string>) =>
  Effect.map(storage.nextDue(kinds), (due) =>
    Option.getOrNull(Option.filter(due, (dueAt) => dueAt < before))
  )

const openAlerts = Effect.fnUntraced(function* (storage: StoragePort) {
  const scopes: ReadonlyArray<Scope> = yield* storage.scopes({ limit: mostScopes })
  const counts: ReadonlyArray<number> = yield* Effect.forEach(
    scopes,
    (scope): Effect.Effect<number, StorageUnavailable> =>
      Effect.map(
        storage.page(scope, AlertCollection, {
          where: { state: "open" },
          order: "asc",
          limit: mostAlerts
        }),
        ({ length }) => length
      ),
    { concurrency: 8 }
  )
  return counts.reduce((sum, count) => sum + count, 0)
})
