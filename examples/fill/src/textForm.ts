import { placeholders } from "./templates.ts"

/** A text with places that differ in each copy: the fixed parts, and the places between them. */
export interface TextForm {
  readonly fixed: ReadonlyArray<string>
  /** The numbers of the places. They are the same in all texts of a family. */
  readonly places: ReadonlyArray<number>
}

/** A part of a text that differs in each copy. */
export type Place =
  | { readonly is: "id"; readonly text: string }
  | { readonly is: "time"; readonly at: number }
  | { readonly is: "timestamp"; readonly at: number }
  | { readonly is: "name" | "address" | "order" }
  | { readonly is: "last4" | "fingerprint"; readonly text: string }
  /** The digest of a text that differs itself. */
  | { readonly is: "digest"; readonly of: TextForm }

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
    '(?<fingerprint>(?<="fingerprint":")[^"]+(?="))',
    '(?<digest>(?<="digest":")[^"]+(?="))'
  ].join("|"),
  "g"
)

/** The places of a family's texts. Equal places have one number, so each is filled in once. */
export class Places {
  readonly all: Array<Place> = []
  readonly #numbers = new Map<string, number>()
  readonly #common: ReadonlySet<string>
  readonly #digests: ReadonlyMap<string, string>

  /**
   * `common` are the ids that stay as they are. `digests` are the texts of known digests, by the
   * digest.
   */
  constructor(common: ReadonlySet<string>, digests: ReadonlyMap<string, string>) {
    this.#common = common
    this.#digests = digests
  }

  /** Returns the form of a text. */
  formOf(text: string): TextForm {
    const fixed: Array<string> = []
    const places: Array<number> = []
    let end = 0
    for (const found of text.matchAll(placePattern)) {
      const place = this.#placeOf(found.groups ?? {})
      if (place === null) continue
      fixed.push(text.slice(end, found.index))
      places.push(this.#numberOf(place))
      end = found.index + found[0].length
    }
    return { fixed: [...fixed, text.slice(end)], places }
  }

  #placeOf(groups: Readonly<Record<string, string | undefined>>): Place | null {
    const [is, text] = Object.entries(groups).find(([, found]) => found !== undefined) ?? []
    if (is === undefined || text === undefined) return null
    if (is === "id") return this.#common.has(text) ? null : { is, text }
    if (is === "time") return { is, at: Number(text) }
    if (is === "timestamp") return { is, at: Date.parse(text) }
    if (is === "digest") {
      const of = this.formOf(this.#digests.get(text) ?? "")
      return of.places.length === 0 ? null : { is, of }
    }
    return { is, text } as Place
  }

  #numberOf(place: Place): number {
    const key = JSON.stringify(place)
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    this.#numbers.set(key, this.all.length)
    return this.all.push(place) - 1
  }
}

/** Returns a text with the contents of its places. */
export const filledIn = ({ fixed, places }: TextForm, contents: ReadonlyArray<string>): string => {
  let text = fixed[0] ?? ""
  for (let at = 0; at < places.length; at += 1) {
    text += contents[places[at] ?? 0] ?? ""
    text += fixed[at + 1] ?? ""
  }
  return text
}
