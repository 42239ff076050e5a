import { type Fields, isFields } from "@payloom/core"

/** Returns a body as JSON or as a form. Fields that are null or undefined are left out. */
export const encodedBody = (fields: Fields, format: "json" | "form"): string =>
  format === "json"
    ? JSON.stringify(fields, (_, value) => value ?? undefined)
    : pairsOf(fields)
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join("&")

const pairsOf = (value: unknown, name = ""): ReadonlyArray<readonly [string, string]> => {
  if (value === null || value === undefined) return []
  const members = Array.isArray(value)
    ? value.map((each, index) => [String(index), each] as const)
    : isFields(value)
      ? Object.entries(value)
      : null
  return members === null
    ? [[name, String(value)]]
    : members.flatMap(([key, each]) => pairsOf(each, name === "" ? key : `${name}[${key}]`))
}
