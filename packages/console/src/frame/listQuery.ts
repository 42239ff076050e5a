import { Refused } from "./refusals.ts"

const longest = 500

/** Reads texts of an address by their names. Empty ones are left out. */
export const textsOf = <Name extends string>(
  query: URLSearchParams,
  names: ReadonlyArray<Name>
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name) ?? ""
      if (value.length > longest) throw invalid(name)
      return value === "" ? [] : [[name, value]]
    })
  ) as Partial<Record<Name, string>>

/** Reads one of some known words. Undefined if the address has none. Refuses other words. */
export const choiceOf = <A extends string>(
  query: URLSearchParams,
  name: string,
  known: ReadonlyArray<A>
): A | undefined => {
  const value = query.get(name) ?? ""
  if (value === "") return undefined
  const found = known.find((one) => one === value)
  if (found === undefined) throw invalid(name)
  return found
}

const invalid = (name: string): Refused =>
  new Refused(400, "filter_invalid", `The filter ${name} has a value that nothing can have.`)
