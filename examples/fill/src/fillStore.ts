import {
  type Change,
  type Collection,
  ConsumerPartCollection,
  deploymentScope,
  EventCollection,
  FigureChangeCollection,
  insert,
  type Row,
  type Scope,
  type StoragePort,
  update
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { BulkWriter } from "./BulkWriter.ts"
import { copyFamily, type FamilyForm, familyForm } from "./cloneFamily.ts"
import { familiesOf, type SortedRows } from "./families.ts"
import { FigureTotals, figureValues } from "./figureTotals.ts"
import { type Copies, planCopies } from "./planCopies.ts"
import type { StoredValues } from "./rowForm.ts"
import { seededRandom } from "./seededRandom.ts"
import type { Templates } from "./templates.ts"

/** The options of a filled store. */
export interface FillOptions {
  readonly seed: string
  readonly payments: number
  /** The end, in milliseconds since the epoch. */
  readonly now: number
  readonly onProgress: (written: number) => void
}

/** Reads the rows of the templates, sorted by customer. */
export const sortTemplates = ({ payloom, merchant }: Templates): Promise<SortedRows> =>
  familiesOf(payloom.services.storage, payloom.services.parts.collections, merchant.scope)

/** Writes the rows that all payments have in common. */
export const writeShared = async (
  storage: StoragePort,
  scope: Scope,
  { shared }: SortedRows
): Promise<void> => {
  const changes = shared.map(({ of, text }): Change => insert<Row>(scope, of, of.decode(text)))
  await Effect.runPromise(storage.commit(changes))
}

const rowsAtOnce = 2000

/**
 * Writes the families of the templates, and copies of them until there are so many payments. Copies
 * differ from the templates in ids, times, persons, orders and last four digits.
 */
export const fillStore = async (
  bulk: BulkWriter,
  { shared, families }: SortedRows,
  { seed, payments, now, onProgress }: FillOptions
): Promise<void> => {
  const random = seededRandom(`copies of ${seed}`)
  const common = new Set(shared.flatMap(({ text }) => text.match(/[0-9A-HJKMNP-TV-Z]{26}/g) ?? []))
  const forms = families.map((family) => familyForm(family, common))
  const rows = new Map<Collection<Row>, Array<StoredValues>>()
  let waiting = 0
  const add = (of: Collection<Row>, row: StoredValues) => {
    const own = rows.get(of) ?? []
    if (own.length === 0) rows.set(of, own)
    own.push(row)
    waiting += 1
  }
  const figures = new FigureTotals()
  const flush = async () => {
    for (const [of, own] of rows) await bulk.write(of, own)
    rows.clear()
    waiting = 0
  }
  let written = 0
  const copy = async (form: FamilyForm, nth: number, laterMs: number) => {
    copyFamily(form, { nth, laterMs, random }, add)
    for (const row of form.reported) figures.add(row, laterMs)
    written += form.payments
    if (waiting < rowsAtOnce) return
    await flush()
    onProgress(written)
  }
  for (const form of forms) await copy(form, 0, 0)
  const copies: Copies = planCopies(forms, random, payments - written, now)
  for (const [at, { form, laterMs }] of copies.entries()) await copy(form, at + 1, laterMs)
  for (const change of figures.rows(now)) add(FigureChangeCollection, figureValues(change))
  await flush()
}

/** Moves the consumers to the end of the events. The rows that they would write are there. */
export const endConsumers = (storage: StoragePort): Promise<void> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const parts = yield* storage.page(deploymentScope, ConsumerPartCollection, {
        order: "asc",
        limit: 1000
      })
      const moves = yield* Effect.forEach(parts, (part) =>
        Effect.map(storage.feedEnd(EventCollection, part.row.part), (end) =>
          update(ConsumerPartCollection, part, { ...part.row, position: Option.getOrNull(end) })
        )
      )
      yield* storage.commit(moves)
    })
  )
