import { type Change, insert, type Row, type Scope } from "@payloom/core"
import type { Family, TextRow } from "./families.ts"
import { personName } from "./people.ts"
import type { Random } from "./seededRandom.ts"
import { placeholders } from "./templates.ts"

/** A family as a form to fill in: the rows' texts, with the places that differ in each copy. */
export interface FamilyForm {
  /** The time of the first row, in milliseconds since the epoch. */
  readonly begins: number
  /** The time of the last row. */
  readonly ends: number
  readonly payments: number
  readonly isLive: boolean
  readonly rows: ReadonlyArray<RowForm>
  /** The ids that belong to the family, in order. */
  readonly ids: ReadonlyArray<string>
  /** The subscription of each billing cycle, by their ids. */
  readonly cycles: ReadonlyMap<string, string>
}

interface RowForm extends Pick<TextRow, "of"> {
  /** The fixed parts of the text. Between two of them is a place. */
  readonly fixed: ReadonlyArray<string>
  readonly places: ReadonlyArray<Place>
}

type Place =
  | { readonly is: "id"; readonly text: string }
  | { readonly is: "time"; readonly at: number }
  | { readonly is: "timestamp"; readonly at: number }
  | { readonly is: "name" | "address" | "order" | "last4" }
  | { readonly is: "fingerprint"; readonly text: string }

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const ulid = "[0-7][0-9A-HJKMNP-TV-Z]{25}"
const timestamp = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"

const placePattern = new RegExp(
  [
    `(?<id>${ulid})`,
    `(?<timestamp>${timestamp})`,
    '(?<time>(?<![\\d."])1[5-9]\\d{11}(?![\\d."]))',
    `(?<name>${placeholders.name})`,
    `(?<address>${placeholders.email})`,
    `(?<order>${placeholders.order})`,
    '(?<last4>(?<="last4":")\\d{4}(?="))',
    '(?<fingerprint>(?<="fingerprint":")[^"]+(?="))'
  ].join("|"),
  "g"
)

/** Prepares a family for copies. Ids of `common` rows stay as they are. */
export const familyForm = (family: Family, common: ReadonlySet<string>): FamilyForm => {
  const rows = family.rows.map((row) => rowForm(row, common))
  const places = rows.flatMap((row) => row.places)
  const ids = [
    ...new Set(places.flatMap((place) => (place.is === "id" ? [place.text] : [])))
  ].toSorted()
  const isJob = ({ of }: RowForm) => of.name === "jobs"
  const past = rows.filter((row) => !isJob(row)).flatMap((row) => row.places)
  const created = family.rows
    .filter(({ of }) => of.name === "payments" || of.name === "events")
    .map(({ id }) => timeOf(bare(id)))
  return {
    begins: Math.min(...past.flatMap((place) => (place.is === "id" ? [timeOf(place.text)] : []))),
    ends: Math.max(...created),
    payments: family.payments,
    isLive: family.isLive,
    rows,
    ids,
    cycles: cyclesOf(family, ids)
  }
}

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

const rowForm = ({ of, text }: TextRow, common: ReadonlySet<string>): RowForm => {
  const fixed: Array<string> = []
  const places: Array<Place> = []
  let end = 0
  for (const found of text.matchAll(placePattern)) {
    const place = placeOf(found.groups ?? {})
    if (place === null || (place.is === "id" && common.has(place.text))) continue
    fixed.push(text.slice(end, found.index))
    places.push(place)
    end = found.index + found[0].length
  }
  return { of, fixed: [...fixed, text.slice(end)], places }
}

const placeOf = (groups: Readonly<Record<string, string | undefined>>): Place | null => {
  const [is, text] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
  if (is === undefined || text === undefined) return null
  if (is === "time") return { is, at: Number(text) }
  if (is === "timestamp") return { is, at: Date.parse(text) }
  return { is, text } as Place
}

/** A copy to make. */
interface Copy {
  readonly scope: Scope
  /** The number of the copy, from 1. It makes ids unique. */
  readonly nth: number
  /** The milliseconds by which it is later than the original. */
  readonly laterMs: number
  readonly random: Random
}

/** Returns the inserts of a copy of a family, with ids, times, persons and orders of its own. */
export const copyFamily = (
  form: FamilyForm,
  { scope, nth, laterMs, random }: Copy
): ReadonlyArray<Change> => {
  const ids = newIds(form, nth, laterMs)
  const name = JSON.stringify(personName(random)).slice(1, -1)
  const address = `buyer${nth}@${random.one(domains)}`
  const last4 = `${random.below(10_000)}`.padStart(4, "0")
  const filled = (place: Place): string => {
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
        return last4
      case "fingerprint":
        return `${place.text.slice(0, -12)}${nth.toString(16).padStart(12, "0")}`
      case "order":
        return `order-${nth}`
    }
  }
  return form.rows.map(({ of, fixed, places }) => {
    let text = fixed[0] ?? ""
    places.forEach((place, at) => {
      text += filled(place) + (fixed[at + 1] ?? "")
    })
    return insert<Row>(scope, of, of.decode(text))
  })
}

const domains = ["mail.example", "post.example", "correo.example", "почта.example"] as const

/** Maps ids to new ids of the same order. */
const newIds = ({ ids, cycles }: FamilyForm, nth: number, laterMs: number) => {
  const made = new Map(
    ids.map((id, place) => {
      const time = inDigits(timeOf(id) + laterMs, 10)
      return [id, `${time}${inDigits(place, 3)}${inDigits(nth, 6)}${id.slice(19)}`] as const
    })
  )
  for (const [cycle, subscription] of cycles) {
    const own = made.get(subscription) ?? subscription
    made.set(cycle, `${own.slice(0, 10)}${cycle.slice(10, 14)}${own.slice(14)}`)
  }
  return made
}

const inDigits = (value: number, length: number): string =>
  Array.from(
    { length },
    (_, place) => alphabet[Math.floor(value / 32 ** (length - 1 - place)) % 32]
  ).join("")

const timeOf = (id: string): number =>
  [...id.slice(0, 10)].reduce((time, digit) => time * 32 + alphabet.indexOf(digit), 0)
