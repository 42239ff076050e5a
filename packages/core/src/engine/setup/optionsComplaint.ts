import { aBoolean, aFunction, optional, type SetupCheck, withNoOtherFields } from "./setupChecks.ts"

/** The kind of an option. An option of kind `any` is checked where it is used. */
export type OptionKind = "function" | "boolean" | "any"

const checks: Readonly<Record<OptionKind, SetupCheck>> = {
  function: optional(aFunction),
  boolean: optional(aBoolean),
  any: () => []
}

/**
 * Returns all that is wrong with the options of an adapter, in sentences: options that are unknown,
 * with the one that was probably meant, and values of a wrong kind. Null if nothing is wrong.
 */
export const optionsComplaint = (
  given: unknown,
  known: Readonly<Record<string, OptionKind>>
): string | null => {
  const own = Object.entries(known).map(([name, kind]) => [name, checks[kind]] as const)
  const issues = withNoOtherFields("an object", Object.fromEntries(own))(given, "options")
  return issues.length === 0 ? null : issues.map(({ message }) => message).join(" ")
}
