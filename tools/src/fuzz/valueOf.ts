import fc from "fast-check"
import { fieldsOf, type Json, resolved } from "./ApiDocument.ts"
import type { Draw } from "./Draw.ts"
import type { KnownIds } from "./KnownIds.ts"

/** The context in which a value is made. */
export interface Making {
  readonly document: Json
  readonly draw: Draw
  readonly ids: KnownIds
  /** Ciphertexts of test cards, for the fields of that name. */
  readonly ciphertexts: ReadonlyArray<string>
}

/** The forms of the ids that fields with these names take. */
const exampleIds: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    customer: "customer",
    payment_instrument: "card",
    default_payment_instrument: "card",
    checkout_session: "checkout",
    plan: "plan",
    template: "template"
  }).map(([name, prefix]) => [name, `${prefix}_${"0".repeat(26)}`])
)

/** Deeper values have only the fields that they need. */
const deepest = 4

/** Returns a value that a schema of the document allows. */
export const valueOf = (schema: unknown, making: Making, name = "", depth = 0): unknown => {
  const { draw, ids } = making
  const own = resolved(making.document, schema)
  if (name === "ciphertext") return draw.oneOf(making.ciphertexts)
  const named = draw.chance(0.8) ? ids.like(exampleIds[name], draw) : null
  if (named !== null) return named
  if ("const" in own) return own.const
  const examples = listed(own.examples)
  if (examples.length > 0 && draw.chance(0.7)) return withKnownIds(draw.oneOf(examples), making)
  const choices = [...listed(own.enum)]
  if (choices.length > 0) return draw.oneOf(choices)
  const alternatives = [...listed(own.anyOf), ...listed(own.oneOf)]
  if (alternatives.length > 0) return valueOf(draw.oneOf(alternatives), making, name, depth)
  const types = Array.isArray(own.type) ? own.type : [`${own.type}`]
  return ofType(String(draw.oneOf(types)), own, making, depth)
}

/** Amounts of about the size of those in the examples. */
const amounts = ["1", "500", "1250", "1300"]

/**
 * Returns an example with known ids, sometimes with another amount, or with one or two more fields
 * of its schema.
 */
export const likeExample = (example: unknown, schema: Json, making: Making): unknown => {
  const { document, draw } = making
  const known = fieldsOf(withKnownIds(example, making))
  const hasOtherAmount = "amount" in known && draw.chance(0.5)
  const made = hasOtherAmount ? { ...known, amount: draw.oneOf(amounts) } : known
  const properties = Object.entries(fieldsOf(resolved(document, schema).properties))
  if (properties.length === 0 || draw.chance(0.4)) return made
  const more = Array.from({ length: 1 + draw.below(2) }, () => {
    const [name, field] = draw.oneOf(properties)
    return [name, valueOf(field, making, name, 1)] as const
  })
  return { ...made, ...Object.fromEntries(more) }
}

/** Replaces the ids in a value by ids that the server knows. */
const withKnownIds = (value: unknown, making: Making): unknown => {
  if (typeof value === "string") {
    const known = making.draw.chance(0.9) ? making.ids.like(value, making.draw) : null
    return known ?? value
  }
  if (Array.isArray(value)) return value.map((member) => withKnownIds(member, making))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "ciphertext" ? making.draw.oneOf(making.ciphertexts) : withKnownIds(member, making)
    ])
  )
}

const ofType = (type: string, own: Json, making: Making, depth: number): unknown => {
  const { draw } = making
  switch (type) {
    case "string":
      return textOf(own, making)
    case "integer":
    case "number": {
      const least = Number(own.minimum ?? 0)
      return least + draw.below(Math.min(Number(own.maximum ?? least + 1000) - least, 1e6) + 1)
    }
    case "boolean":
      return draw.chance(0.5)
    case "array": {
      const least = Number(own.minItems ?? 0)
      const length = least + draw.below(Math.min(Number(own.maxItems ?? least + 3) - least, 3) + 1)
      return Array.from({ length }, () => valueOf(own.items ?? {}, making, "", depth + 1))
    }
    case "object":
      return objectOf(own, making, depth)
    case "null":
      return null
    default:
      return draw.oneOf([null, true, 1, "text", {}, []])
  }
}

const objectOf = (own: Json, making: Making, depth: number): Json => {
  const { draw } = making
  const required = new Set(listed(own.required))
  const share = depth >= deepest ? 0 : draw.oneOf([0, 0.2, 0.5])
  const fields = Object.entries(fieldsOf(own.properties))
    .filter(([name]) => required.has(name) || draw.chance(share))
    .map(([name, schema]) => [name, valueOf(schema, making, name, depth + 1)] as const)
  const further = fieldsOf(own.additionalProperties)
  const free = "type" in further || "$ref" in further ? draw.below(3) : 0
  const more = Array.from({ length: free }, (_, nth) => [
    `key_${nth}`,
    valueOf(further, making, "", depth + 1)
  ])
  return Object.fromEntries([...fields, ...more])
}

const textOf = (own: Json, { draw }: Making): string => {
  if (typeof own.pattern === "string") return draw.oneOf(textsMatching(own.pattern))
  const least = Number(own.minLength ?? 0)
  const most = Math.min(Number(own.maxLength ?? 40), 300)
  const letters = Array.from({ length: least + draw.below(most - least + 1) }, () =>
    draw.oneOf([..."abcXYZ019 .-_äß€😀"])
  )
  return letters.join("").slice(0, Math.max(most, least))
}

const matching = new Map<string, ReadonlyArray<string>>()

/** Returns some texts that match a pattern. They are made once, because that takes long. */
const textsMatching = (pattern: string): ReadonlyArray<string> => {
  const known = matching.get(pattern) ?? madeFor(pattern)
  matching.set(pattern, known)
  return known
}

const madeFor = (pattern: string): ReadonlyArray<string> => {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { numRuns: 20, seed: 1 })
  } catch {
    // A pattern with an assertion.
    return ["text"]
  }
}

const listed = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
