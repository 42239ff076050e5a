import { closestMatch } from "leven"
import { InvalidInput } from "./InvalidInput.ts"

/** Returns the wire's spelling of a field: `successUrl` becomes `success_url`. */
export const wireName = (field: string): string =>
  field.replace(/[a-z0-9][A-Z]/g, ([before, after]) => `${before}_${after?.toLowerCase()}`)

/**
 * Puts the fields of a message into the wire's spelling. All its camel-case words are field names.
 */
export const respelled = (sentence: string): string =>
  sentence.replace(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, wireName)

/** The errors whose fields already have the wire's spelling. */
const spelledForWire = new WeakSet<InvalidInput>()

/** Marks an error as one in the wire's spelling. */
export const asOnWire = (error: InvalidInput): InvalidInput => {
  spelledForWire.add(error)
  return error
}

/** Puts the fields of an error of an operation into the wire's spelling, for HTTP clients. */
export const inWireNames = (error: InvalidInput): InvalidInput => {
  if (spelledForWire.has(error)) return error
  const { code, param, message, issues } = error
  return asOnWire(
    new InvalidInput({
      code,
      param: param === null ? null : wireName(param),
      message: respelled(message),
      issues: issues.map((issue) => ({
        ...issue,
        param: issue.param === null ? null : wireName(issue.param),
        message: respelled(issue.message)
      }))
    })
  )
}

/** The longest name that is compared, because the time grows with the product of both lengths. */
const longestCompared = 40

/** The maximum number of names that are compared. No list of the engine is longer. */
const mostCompared = 300

/** Normalizes a name for comparison: `payment_instrument` and `paymentInstrument` become equal. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.]/g, "")

/**
 * Returns how many letters may differ: none in names of up to two letters, and up to three in long
 * names.
 */
const mostDifferent = (length: number): number =>
  length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(length / 4)))

/** Returns true for `month` and `monthly`: one name is the other and a few more letters. */
const isEndedOtherwise = (one: string, other: string): boolean => {
  const [short = "", long = ""] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.length - short.length <= 4 && long.startsWith(short)
}

/** Returns true for `port` and `prot`, which have the same letters. */
const isInOtherOrder = (one: string, other: string): boolean =>
  one.length >= 4 && one.length === other.length && sorted(one) === sorted(other)

const sorted = (text: string): string => [...text].toSorted().join("")

/**
 * Returns the known name that was probably meant: in another spelling, or nearly the same. Null if
 * there is none, or if the given name is known.
 */
export const nearestName = (given: string, known: ReadonlyArray<string>): string | null => {
  if (given.length > longestCompared) return null
  const wanted = plain(given)
  if (wanted === "") return null
  const compared = known.slice(0, mostCompared).filter((name) => name.length <= longestCompared)
  const names = compared.map(plain)
  const closest = names.includes(wanted)
    ? wanted
    : (closestMatch(wanted, names, { maxDistance: mostDifferent(wanted.length) }) ??
      names.find((name) => isEndedOtherwise(name, wanted) || isInOtherOrder(name, wanted)))
  const meant = closest === undefined ? undefined : compared[names.indexOf(closest)]
  return meant === undefined || meant === given ? null : meant
}
