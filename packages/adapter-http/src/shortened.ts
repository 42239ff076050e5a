/**
 * The most members of a list or an object in a body: more than any takes, and few enough to report
 * what is wrong with each.
 */
export const mostMembers = 1000

/** A body, and the path of its first part with too many members. Null if there is none. */
interface Shortened<Json> {
  readonly json: Json
  readonly at: ReadonlyArray<string> | null
}

/**
 * Returns a body without the members that are too many, at any depth. Long lists become empty. The
 * walk needs no stack, because a body may be nested deeply.
 */
export const shortened = <Json extends object>(json: Json): Shortened<Json> => {
  let at: ReadonlyArray<string> | null = null
  const cut = (part: Part, path: Path | null): Part => {
    if (Array.isArray(part)) {
      if (part.length <= mostMembers) return part
      at ??= namesOf(path)
      return [] as unknown as Part
    }
    const names = Object.keys(part)
    if (names.length <= mostMembers) return part
    at ??= namesOf(path)
    return Object.fromEntries(names.slice(0, mostMembers).map((name) => [name, part[name]]))
  }
  const whole = cut(json as unknown as Part, null)
  const open: Array<readonly [part: Part, path: Path | null]> = [[whole, null]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, path] = next
    for (const name of Object.keys(part)) {
      const inner = part[name]
      if (typeof inner !== "object" || inner === null) continue
      const here = { name, above: path }
      const kept = cut(inner as Part, here)
      if (kept !== inner) define(part, name, kept)
      open.push([kept, here])
    }
  }
  return { json: whole as unknown as Json, at }
}

/** An object or a list of parsed JSON. */
type Part = Readonly<Record<string, unknown>>

/** The place of a part. Its names are only written out if they are needed. */
interface Path {
  readonly name: string
  readonly above: Path | null
}

const namesOf = (path: Path | null): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (let here = path; here !== null; here = here.above) names.push(here.name)
  return names.reverse()
}

/** Sets a field of a parsed body, also one that is called `__proto__`. */
const define = (part: object, name: string, value: object): void => {
  Object.defineProperty(part, name, { value, enumerable: true, writable: true, configurable: true })
}
