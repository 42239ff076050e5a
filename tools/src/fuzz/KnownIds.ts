import type { Draw } from "./Draw.ts"

/** The form of the ids of resources, such as `payment_…`. */
const idForm = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/

const most = 200

/** The tokens of sessions, by the first part of the paths that they are for. */
type Tokens = Readonly<Record<"portal" | "session", Array<string>>>

/**
 * The ids that a server has answered, by their prefix, and the tokens of sessions. Requests name
 * them, so that they are about resources that exist. Half of them are the newest of their kind,
 * because those belong together.
 */
export class KnownIds {
  readonly #byPrefix = new Map<string, Array<string>>()
  readonly #byPlace = new Map<string, Array<string>>()
  readonly #cards = new Map<string, string>()
  readonly #statuses = new Map<string, string>()
  readonly #tokens: Tokens = { portal: [], session: [] }

  /** Remembers all ids of an answer. `path` is the path of the request. */
  learn(path: string, answer: unknown): void {
    const { session_token: token } = Object(answer)
    if (typeof token === "string") keepOne(this.#tokens[placeOf(path)], token)
    if (!path.includes("}/")) {
      for (const { id } of resourcesIn(answer)) {
        if (prefixOf(id) !== null) keepOne(this.#at(path), String(id))
      }
    }
    this.#learnFrom(answer)
  }

  /** Returns a known id with the prefix of another one. Null if there is none. */
  like(id: unknown, draw: Draw): string | null {
    const known = this.#byPrefix.get(prefixOf(id) ?? "") ?? []
    return newestOrAny(known, draw)
  }

  /** Returns a saved card and its customer. Null if there is none. */
  ownedCard(draw: Draw): { readonly card: string; readonly customer: string } | null {
    if (this.#cards.size === 0) return null
    const [card, customer] = draw.oneOf([...this.#cards])
    return { card, customer }
  }

  /** Returns the token of a session for a path. Null if there is none. */
  tokenFor(path: string, draw: Draw): string | null {
    return newestOrAny(this.#tokens[placeOf(path)], draw)
  }

  /**
   * Returns the id of a resource that this path has made or shown, mostly one that was last in one
   * of some statuses. Null if there is none.
   */
  at(path: string, statuses: ReadonlyArray<string>, draw: Draw): string | null {
    const known = this.#at(path)
    const suitable = known.filter((id) => statuses.includes(this.#statuses.get(id) ?? ""))
    return newestOrAny(suitable.length > 0 && draw.chance(0.7) ? suitable : known, draw)
  }

  #at(path: string): Array<string> {
    const [place = ""] = path.split("/{")
    const known = this.#byPlace.get(place) ?? []
    this.#byPlace.set(place, known)
    return known
  }

  #learnFrom(value: unknown): void {
    const prefix = prefixOf(value)
    if (prefix !== null) {
      const known = this.#byPrefix.get(prefix) ?? []
      this.#byPrefix.set(prefix, known)
      keepOne(known, String(value))
    }
    if (typeof value !== "object" || value === null) return
    const { id, customer, status } = value as Readonly<Record<string, unknown>>
    if (typeof id === "string") {
      if (typeof status === "string") this.#statuses.set(id, status)
      if (prefixOf(id) === "card" && typeof customer === "string") this.#cards.set(id, customer)
    }
    for (const member of Object.values(value)) this.#learnFrom(member)
  }
}

/** A resource, or those of a list. */
const resourcesIn = (answer: unknown): ReadonlyArray<{ readonly id?: unknown }> => {
  const { data } = Object(answer)
  return Array.isArray(data) ? data.map(Object) : [Object(answer)]
}

const placeOf = (path: string): keyof Tokens => (path.startsWith("/portal") ? "portal" : "session")

const newestOrAny = (all: ReadonlyArray<string>, draw: Draw): string | null => {
  const newest = all.at(-1)
  if (newest === undefined) return null
  return draw.chance(0.5) ? newest : draw.oneOf(all)
}

const keepOne = (all: Array<string>, one: string): void => {
  if (all.includes(one)) return
  all.push(one)
  if (all.length > most) all.shift()
}

const prefixOf = (id: unknown): string | null =>
  typeof id === "string" ? (idForm.exec(id)?.[1] ?? null) : null
