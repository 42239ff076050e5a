import {
  type Collection,
  ReportedPaymentCollection,
  type ReportedPaymentRecord,
  type Row,
  termDigest
} from "@payloom/core"
import type { Family } from "./families.ts"
import { personName } from "./people.ts"
import { docForm, filledRow, type RowForm, rowForm, type StoredValues } from "./rowForm.ts"
import { type Random, seededRandom } from "./seededRandom.ts"
import { filledIn, type Place, Places } from "./textForm.ts"
import { inDigits, timeOf } from "./ulidTime.ts"

/** A family as a form to fill in: the rows' texts, with the places that differ in each copy. */
export interface FamilyForm {
  /** The time of the first row, in milliseconds since the epoch. */
  readonly begins: number
  /** The time of the last row. */
  readonly ends: number
  readonly payments: number
  readonly isLive: boolean
  readonly rows: ReadonlyArray<RowForm>
  readonly places: ReadonlyArray<Place>
  /** The ids that belong to the family, in order. */
  readonly ids: ReadonlyArray<string>
  /** The subscription of each billing cycle, by their ids. */
  readonly cycles: ReadonlyMap<string, string>
  /** The reported rows of the payments, from which figures follow. */
  readonly reported: ReadonlyArray<ReportedPaymentRecord>
}

/** Prepares a family for copies. Ids of `common` rows stay as they are. */
export const familyForm = (family: Family, common: ReadonlySet<string>): FamilyForm => {
  const places = new Places(common, family.digests)
  const docs = family.rows.map((row) => docForm(row, places))
  const ids = [
    ...new Set(places.all.flatMap((place) => (place.is === "id" ? [place.text] : [])))
  ].toSorted()
  const past = family.rows.filter(({ of }) => of.name !== "jobs")
  const created = past
    .filter(({ of }) => of.name === "payments" || of.name === "events")
    .map(({ id }) => timeOf(bare(id)))
  const form = {
    begins: Math.min(...past.flatMap(({ id, text }) => timesIn(`${id} ${text}`, ids))),
    ends: Math.max(...created),
    payments: family.payments,
    isLive: family.isLive,
    places: places.all,
    ids,
    cycles: cyclesOf(family, ids),
    reported: family.rows
      .filter(({ of }) => of.name === ReportedPaymentCollection.name)
      .map(({ text }) => ReportedPaymentCollection.decode(text))
  }
  const random = seededRandom("trials")
  const trials = [
    contentsOf(form, { nth: 1_000_003, laterMs: -37 * 86_400_123, random }),
    contentsOf(form, { nth: 2_000_029, laterMs: 11 * 86_403_217, random })
  ]
  const rows = family.rows.map((row, nth) => {
    const doc = docs[nth] ?? docForm(row, places)
    return rowForm(row, doc, places, trials)
  })
  return { ...form, rows }
}

const timesIn = (text: string, ids: ReadonlyArray<string>): ReadonlyArray<number> =>
  ids.filter((id) => text.includes(id)).map(timeOf)

/** The id of a billing cycle follows from its subscription. */
const cyclesOf = ({ rows }: Family, ids: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const subscriptions = rows
    .filter(({ of }) => of.name === "subscriptions")
    .map(({ id }) => bare(id))
  const alike = (one: string, other: string) =>
    one.slice(0, 10) === other.slice(0, 10) && one.slice(14) === other.slice(14)
  return new Map(
    ids.flatMap((id) => {
      const own = subscriptions.find((other) => other !== id && alike(id, other))
      return own === undefined ? [] : [[id, own] as const]
    })
  )
}

const bare = (id: string): string => id.slice(id.indexOf("_") + 1)

/** A copy to make. */
export interface Copy {
  /** The number of the copy, from 1. It makes ids unique. 0 keeps the ids and the card. */
  readonly nth: number
  /** The milliseconds by which it is later than the original. */
  readonly laterMs: number
  readonly random: Random
}

/** Calls `add` with each row of a copy of a family, with ids, times and a person of its own. */
export const copyFamily = (
  form: FamilyForm,
  copy: Copy,
  add: (of: Collection<Row>, row: StoredValues) => void
): void => {
  const contents = contentsOf(form, copy)
  for (const row of form.rows) add(row.of, filledRow(row, contents))
}

/** Returns the contents of all places in a copy. */
const contentsOf = (
  form: Omit<FamilyForm, "rows">,
  { nth, laterMs, random }: Copy
): ReadonlyArray<string> => {
  const ids = newIds(form, nth, laterMs)
  const name = JSON.stringify(personName(random)).slice(1, -1)
  const address = `buyer${nth}@${random.one(domains)}`
  const last4 = `${random.below(10_000)}`.padStart(4, "0")
  const contents: Array<string> = []
  const contentOf = (place: Place): string => {
    switch (place.is) {
      case "id":
        return ids.get(place.text) ?? place.text
      case "time":
        return `${place.at + laterMs}`
      case "timestamp":
        return new Date(place.at + laterMs).toISOString()
      case "name":
        return name
      case "address":
        return address
      case "last4":
        return nth === 0 ? place.text : last4
      case "fingerprint":
        return nth === 0
          ? place.text
          : `${place.text.slice(0, -12)}${nth.toString(16).padStart(12, "0")}`
      case "order":
        return `order-${nth}`
      case "digest":
        return termDigest(filledIn(place.of, contents))
    }
  }
  // The places in a digest's text have lower numbers.
  for (const place of form.places) contents.push(contentOf(place))
  return contents
}

const domains = ["mail.example", "post.example", "correo.example", "почта.example"] as const

/** Maps ids to new ids of the same order. */
const newIds = (
  { ids, cycles }: Pick<FamilyForm, "ids" | "cycles">,
  nth: number,
  laterMs: number
): ReadonlyMap<string, string> => {
  if (nth === 0) return new Map()
  const made = new Map<string, string>()
  const own = inDigits(nth, 6)
  for (let place = 0; place < ids.length; place += 1) {
    const id = ids[place] ?? ""
    const time = inDigits(timeOf(id) + laterMs, 10)
    made.set(id, `${time}${inDigits(place, 3)}${own}${id.slice(19)}`)
  }
  for (const [cycle, subscription] of cycles) {
    const holder = made.get(subscription) ?? subscription
    made.set(cycle, `${holder.slice(0, 10)}${cycle.slice(10, 14)}${holder.slice(14)}`)
  }
  return made
}
