import { type Change, insert, type Row, type Scope, type StoragePort } from "@payloom/core"
import { Effect } from "effect"
import { copyFamily, type FamilyForm, familyForm } from "./cloneFamily.ts"
import { familiesOf, type TextRow } from "./families.ts"
import { personName } from "./people.ts"
import { type Random, seededRandom } from "./seededRandom.ts"
import { placeholders, type Templates } from "./templates.ts"

/** The options of a filled store. */
export interface FillOptions {
  readonly seed: string
  readonly payments: number
  /** The end, in milliseconds since the epoch. */
  readonly now: number
  readonly onProgress: (written: number) => void
}

const dayMs = 86_400_000
const days = 400
const changesPerCommit = 6000

/**
 * Writes the rows of the templates, and copies of them until there are so many payments. Copies
 * differ from the templates in ids, times, persons, orders and last four digits.
 */
export const fillStore = async (
  storage: StoragePort,
  { payloom, merchant }: Templates,
  { seed, payments, now, onProgress }: FillOptions
): Promise<void> => {
  const random = seededRandom(`copies of ${seed}`)
  const { scope } = merchant
  const { services } = payloom
  const { shared, families } = await familiesOf(services.storage, services.parts.collections, scope)
  const common = new Set(shared.flatMap(({ text }) => text.match(/[0-9A-HJKMNP-TV-Z]{26}/g) ?? []))
  const forms = families.map((family) => familyForm(family, common))
  const commit = (changes: ReadonlyArray<Change>) => Effect.runPromise(storage.commit(changes))
  await commit(shared.map((row) => asInsert(scope, row)))
  let written = 0
  for (const family of families) {
    const name = personName(random)
    await commit(family.rows.map((row) => asInsert(scope, named(row, name))))
    written += family.payments
  }
  let changes: Array<Change> = []
  for (const [at, { form, laterMs }] of plannedCopies(
    forms,
    random,
    payments - written,
    now
  ).entries()) {
    changes.push(...copyFamily(form, { scope, nth: at + 1, laterMs, random }))
    written += form.payments
    if (changes.length < changesPerCommit) continue
    await commit(changes)
    changes = []
    onProgress(written)
  }
  await commit(changes)
}

const asInsert = (scope: Scope, { of, text }: TextRow): Change =>
  insert<Row>(scope, of, of.decode(text))

const named = (row: TextRow, name: string): TextRow => ({
  ...row,
  text: row.text
    .replaceAll(placeholders.name, JSON.stringify(name).slice(1, -1))
    .replaceAll(placeholders.order, "order-0")
})

interface PlannedCopy {
  readonly form: FamilyForm
  readonly laterMs: number
}

/** The share of payments of families that jobs will change, such as running subscriptions. */
const liveShare = 0.12

/** A live family moves by less than this, so that its jobs stay due in the future. */
const liveMs = 50 * 60_000

/** Plans copies until they have so many payments, in the order of their times. */
const plannedCopies = (
  forms: ReadonlyArray<FamilyForm>,
  random: Random,
  payments: number,
  now: number
): ReadonlyArray<PlannedCopy> => {
  const copies: Array<PlannedCopy> = []
  const settled = forms.filter(({ isLive, cycles }) => !isLive && cycles.size === 0)
  const live = forms.filter((form) => !settled.includes(form))
  let planned = 0
  for (let livePayments = 0; planned < payments; ) {
    const isLive = live.length > 0 && livePayments < planned * liveShare
    const [first, ...others] = isLive ? live : settled
    if (first === undefined) break
    const form = random.one([first, ...others])
    const earliest = now - days * dayMs - form.begins
    const laterMs = isLive
      ? -random.below(liveMs)
      : Math.round(earliest + random.next() * (now - form.ends - earliest))
    copies.push({ form, laterMs })
    planned += form.payments
    if (isLive) livePayments += form.payments
  }
  return copies.sort(
    (one, other) => one.form.begins + one.laterMs - other.form.begins - other.laterMs
  )
}
