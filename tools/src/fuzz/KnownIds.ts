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
  readonly #prefixes = new Map<string, Set<string>>()
  readonly #cards = new Map<string, string>()
  readonly #tokens: Tokens = { portal: [], session: [] }

  /** Remembers all ids of an answer. `path` is the path of the request. */
  learn(path: string, answer: unknown): void {
    const { id, customer, session_token: token } = Object(answer)
    const prefix = prefixOf(id)
    if (prefix === "card" && typeof customer === "string") this.#cards.set(id, customer)
    if (prefix !== null) this.#prefixesAt(path).add(prefix)
    if (typeof token === "string") keepOne(this.#tokens[placeOf(path)], token)
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

  /** Returns the id of a resource that this path has made or shown. Null if there is none. */
  at(path: string, draw: Draw): string | null {
    const known = [...this.#prefixesAt(path)].flatMap((prefix) => this.#byPrefix.get(prefix) ?? [])
    return newestOrAny(known, draw)
  }

  #prefixesAt(path: string): Set<string> {
    const [, first = ""] = path.split("/")
    const known = this.#prefixes.get(first) ?? new Set()
    this.#prefixes.set(first, known)
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
    for (const member of Object.values(value)) this.#learnFrom(member)
  }
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
