/** The form of an id: a prefix and a ULID. It may be a part of a text, such as of an account. */
const ids = /[a-z][a-z_]*_[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/** A place of an input that has an id. */
export interface IdSlot {
  /** The place, such as `1.paymentInstrument`. */
  readonly path: string
  /** The id that is there. */
  readonly id: string
}

/** Returns the prefix of an id, such as `payment`. */
export const prefixOf = (id: string): string => id.slice(0, id.lastIndexOf("_"))

/** Returns all ids in a text. */
export const idsIn = (text: string): ReadonlyArray<string> => text.match(ids) ?? []

/** Returns all places of an input that have an id. */
export const slotsOf = (value: unknown, path = ""): ReadonlyArray<IdSlot> => {
  if (typeof value === "string") return idsIn(value).map((id) => ({ path, id }))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    slotsOf(part, path === "" ? key : `${path}.${key}`)
  )
}

/** Returns the input with another id at one place. */
export const withId = (value: unknown, slot: IdSlot, other: string, path = ""): unknown => {
  if (typeof value === "string") {
    return path === slot.path ? value.replace(slot.id, other) : value
  }
  if (typeof value !== "object" || value === null) return value
  const below = (key: string) => (path === "" ? key : `${path}.${key}`)
  if (Array.isArray(value)) {
    return value.map((part, place) => withId(part, slot, other, below(`${place}`)))
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withId(part, slot, other, below(key))])
  )
}

const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Returns an id of the same kind and time that nobody has. */
export const unknownId = (id: string, random: () => number): string => {
  const kept = id.slice(0, id.length - 16)
  const rest = Array.from({ length: 16 }, () => letters[Math.trunc(random() * 32)])
  return `${kept}${rest.join("")}`
}

/** Returns an id, or another text of the same form, that nobody has. */
export const unknownText = (text: string, random: () => number): string => {
  if (idsIn(text)[0] === text) return unknownId(text, random)
  const [name = "", ...rest] = text.split("@")
  const letter = (from: string) => () => from[Math.trunc(random() * from.length)] ?? ""
  const other = name
    .replaceAll(/[a-z]/g, letter("abcdefghijklmnopqrstuvwxyz"))
    .replaceAll(/[0-9]/g, letter("0123456789"))
  return [other, ...rest].join("@")
}

/** Returns the id that sorts right after an id of the same kind. */
export const nextId = (id: string): string => {
  const next = letters.indexOf(id.at(-1) ?? "") + 1
  const kept = id.slice(0, -1)
  return next < letters.length ? `${kept}${letters[next]}` : `${nextId(kept)}${letters[0]}`
}
