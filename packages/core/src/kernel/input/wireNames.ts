import { closestMatch } from "leven"
import { InvalidInput } from "./InvalidInput.ts"

/** A field of ours as it is spelled on the wire: `successUrl` is `success_url` there. */
export const wireName = (field: string): string =>
  field.replace(/[a-z0-9][A-Z]/g, ([before, after]) => `${before}_${after?.toLowerCase()}`)

/** A sentence of ours, whose words in camel case are all names of fields. */
export const respelled = (sentence: string): string =>
  sentence.replace(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, wireName)

/** Errors that name fields as the wire does already. */
const spelledForWire = new WeakSet<InvalidInput>()

/** Marks an error as one that names fields as the wire does. */
export const asOnWire = (error: InvalidInput): InvalidInput => {
  spelledForWire.add(error)
  return error
}

/** A refusal of an operation, which names fields as the library does, for who sent wire names. */
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

/** Longer names are not compared, because comparing takes as long as both lengths multiplied. */
const longestCompared = 40

/** More names are not compared. No list of ours has as many. */
const mostCompared = 300

/** Returns a name as it is compared: `payment_instrument` and `paymentInstrument` are the same. */
const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.]/g, "")

/** Returns how many letters may differ: none of two, one in a short name, three in a long one. */
const mostDifferent = (length: number): number =>
  length < 3 ? 0 : Math.min(3, Math.max(1, Math.floor(length / 4)))

/** Returns true for `month` and `monthly`: one name is the other and a few letters more. */
const isEndedOtherwise = (one: string, other: string): boolean => {
  const [short = "", long = ""] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 4 && long.length - short.length <= 4 && long.startsWith(short)
}

/** Returns true for `port` and `prot`, which have the same letters. */
const isInOtherOrder = (one: string, other: string): boolean =>
  one.length >= 4 && one.length === other.length && sorted(one) === sorted(other)

const sorted = (text: string): string => [...text].toSorted().join("")

/**
 * Returns the known name that was probably meant: spelled in another way, or nearly the same. Null
 * if there is none, or if it was exactly that name.
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
