import type { Asked } from "./HttpGround.ts"
import type { HttpOperation } from "./HttpOperation.ts"

/** Returns the request of an operation with an input of the library. It has no headers yet. */
export const requestWith = (
  { method, path }: HttpOperation,
  input: ReadonlyArray<unknown>
): Asked => {
  const parts = input.filter((part) => Object(part).idempotencyKey === undefined)
  const takesId = path.includes("{id}")
  const id = takesId ? String(parts[0]) : ""
  const given = wired(parts[takesId ? 1 : 0] ?? {})
  const bare = { method, path, id, headers: {} }
  if (method !== "GET") return { ...bare, query: {}, body: given }
  const query = Object.entries(Object(given)).map(([name, value]) => [name, `${value}`])
  return { ...bare, query: Object.fromEntries(query), body: null }
}

/** Returns an input of the library as it is sent. */
const wired = (value: unknown, name = ""): unknown => {
  if (typeof value === "bigint") return value.toString()
  if (typeof value === "number" && name.endsWith("At")) return new Date(value).toISOString()
  if (Array.isArray(value)) return value.map((part) => wired(part))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      wired(part, key)
    ])
  )
}
