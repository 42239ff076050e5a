import { positionInCells, positionsByCell } from "@payloom/cells"
import {
  type ConsumerPart,
  EventCollection,
  type Row,
  type StoragePort,
  type Stored,
  storedRow
} from "@payloom/core"
import { Effect, Option } from "effect"
import { tenantsIn } from "./CopyTarget.ts"
import type { Stores } from "./copyRows.ts"
import { eachPageOfPart, type Page } from "./iterateStore.ts"
import { nextEvent, positionsBefore } from "./positions.ts"

/** The id of a consumer's next event in each cell. A cell is absent if it has no further event. */
type NextByCell = ReadonlyMap<string, string>

/**
 * Returns the rows of consumers as a target with cells needs them. Each cell has a feed of its own,
 * so a position becomes one for each cell: right before the consumer's next event there.
 */
export const translatedToCells = Effect.fnUntraced(function* (stores: Stores, page: Page) {
  const translated: Array<Stored<Row>> = []
  for (const [part, own] of partsOf(page)) {
    const next = yield* nextInCells(stores, part, own)
    const positions = own.map(() => new Map<string, string | null>())
    for (const [name, cell] of stores.cells) {
      const events = new Set(next.flatMap((each) => each.get(name) ?? []))
      const before = yield* positionsBefore(cell, part, events)
      const end = Option.getOrNull(yield* cell.feedEnd(EventCollection, part))
      for (const [nth, at] of positions.entries()) {
        const event = next[nth]?.get(name)
        at.set(name, event === undefined ? end : (before.get(event) ?? null))
      }
    }
    for (const [nth, { scope, row, version }] of own.entries()) {
      // A consumer that has had no event yet starts at the beginning.
      const position = row.position === null ? null : positionInCells(positions[nth] ?? new Map())
      translated.push(storedRow(scope, { ...row, position }, version))
    }
  }
  return translated
})

/**
 * Returns rows of consumers in which the ids of the next events take the place of the position, so
 * that a source and its copy in cells compare equal.
 */
export const comparableInCells = Effect.fnUntraced(function* (
  stores: Stores,
  storage: StoragePort,
  page: Page
) {
  const compared = new Map<string, Stored<Row>>()
  for (const [part, own] of partsOf(page)) {
    const next =
      storage === stores.from
        ? yield* nextInCells(stores, part, own)
        : yield* Effect.forEach(own, (each) => nextInTarget(stores, each.row))
    for (const [nth, { scope, row, version }] of own.entries()) {
      const sorted = [...(next[nth] ?? [])].toSorted()
      const position = row.position === null ? null : JSON.stringify(sorted)
      compared.set(row.id, storedRow(scope, { ...row, position }, version))
    }
  }
  return page.map((each) => compared.get(each.row.id) ?? each)
})

const partsOf = (page: Page) =>
  Map.groupBy(page as ReadonlyArray<Stored<ConsumerPart>>, ({ row }) => row.part)

/**
 * Finds the next event of some consumers in each cell, by one walk over the source's events of a
 * part.
 */
const nextInCells = Effect.fnUntraced(function* (
  { from, cells }: Stores,
  part: number,
  consumers: ReadonlyArray<Stored<ConsumerPart>>
) {
  const cellOf = yield* tenantsIn(cells)
  const found = consumers.map(() => new Map<string, string>())
  const beginning = new Map<string, Array<number>>()
  for (const [nth, { row }] of consumers.entries()) {
    const event = yield* nextEvent(from, row)
    if (event !== null) beginning.set(event, [...(beginning.get(event) ?? []), nth])
  }
  const waiting = new Map<string, Array<number>>([...cells.keys()].map((name) => [name, []]))
  yield* eachPageOfPart(from, EventCollection, part, (page) =>
    Effect.sync(() => {
      for (const { scope, row } of page) {
        for (const nth of beginning.get(row.id) ?? []) {
          for (const own of waiting.values()) own.push(nth)
        }
        const cell = cellOf.get(scope.tenant) ?? ""
        for (const nth of waiting.get(cell) ?? []) found[nth]?.set(cell, row.id)
        waiting.set(cell, [])
      }
    })
  )
  return found satisfies ReadonlyArray<NextByCell>
})

/** Reads the next event of a consumer in each cell of the target. */
const nextInTarget = Effect.fnUntraced(function* ({ cells }: Stores, row: ConsumerPart) {
  const at = row.position === null ? new Map() : positionsByCell(row.position)
  const next = new Map<string, string>()
  for (const [name, cell] of cells) {
    const event = yield* nextEvent(cell, { ...row, position: at.get(name) ?? null })
    if (event !== null) next.set(name, event)
  }
  return next
})
