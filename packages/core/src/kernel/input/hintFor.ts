import type { InputCode } from "./InvalidInput.ts"
import { receivedText } from "./receivedValue.ts"
import { nearestName } from "./wireNames.ts"

/** A mistake, with everything that helps to find what was meant. */
interface Mistake {
  readonly code: InputCode
  readonly path: ReadonlyArray<PropertyKey>
  readonly complaint: string
  /** The known names or values, if this one is unknown. */
  readonly known?: ReadonlyArray<string>
  /** False if the known names were listed before. */
  readonly isListed?: boolean
  /** The reader: a program that calls the library, or one that speaks HTTP. */
  readonly spelling: "library" | "wire"
}

/**
 * Returns advice about a mistake, as a sentence that follows the complaint. It has the name or
 * value that was probably meant, or all known ones. Empty if there is nothing to add.
 */
export const hintFor = (mistake: Mistake, value: unknown): string => {
  const isUnknown = mistake.code === "parameter_unknown"
  const hint = isUnknown ? hintForName(mistake) : hintForValue(mistake, value)
  return hint === "" ? "" : ` ${hint}`
}

/** The maximum number of names that a message lists. */
const mostListed = 32

const hintForName = ({ path, known = [], isListed = true, spelling }: Mistake): string => {
  const given = String(path.at(-1))
  const meant = nearestName(given, known)
  if (meant !== null) return `Did you mean ${meant}?`
  if (/^idempotency_?key$/i.test(given)) {
    return spelling === "wire"
      ? "The idempotency key is sent in the Idempotency-Key header."
      : "The idempotency key goes into the options, which are the last argument."
  }
  return isListed && known.length > 0 && known.length <= mostListed
    ? `Its parameters are ${known.join(", ")}.`
    : ""
}

const hintForValue = ({ complaint, known = [] }: Mistake, value: unknown): string => {
  if (typeof value === "string" && known.length > 0) return hintForMember(value, known)
  if (typeof value === "string" && complaint === "must be a list") {
    const text = receivedText(value)
    return text === null ? "" : `Did you mean [${text}]?`
  }
  const isResource = typeof value === "object" && value !== null && "id" in value
  return isResource && / ids?\b/.test(complaint) ? "Did you mean its id?" : ""
}

/** The maximum number of values of a family that a message lists. */
const mostRelated = 12

const hintForMember = (value: string, known: ReadonlyArray<string>): string => {
  if (value === "*" && known.some((name) => name.includes("."))) return "Leave it out for all."
  const related = familyOf(value, known)
  if (related.length > 0) return `There are ${related.join(", ")}.`
  const meant = nearestName(value, known)
  if (meant !== null) return `Did you mean ${meant}?`
  const parts = value.split(",").map((part) => part.trim())
  if (parts.length > 1 && parts.every((part) => known.includes(part))) {
    return "Give each value by itself, not joined by commas."
  }
  return ""
}

/** Returns the known values that begin like a pattern such as `payment.*`. */
const familyOf = (pattern: string, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  pattern.endsWith(".*")
    ? known.filter((name) => name.startsWith(pattern.slice(0, -1))).slice(0, mostRelated)
    : []
