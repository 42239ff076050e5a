import type { Json } from "./wireSchema.ts"

/** The descriptions of properties by their component, such as `Payment`, and their path. */
export type PropertyTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Describes the properties of a component, and of the objects inside. */
export const described = (texts: PropertyTexts, component: string, schema: Json): Json => {
  // The types of events differ in their resource only.
  const own = texts[component] ?? (component.endsWith("Event") ? texts.Event : {})
  return withTexts(own ?? {}, schema, "")
}

const withTexts = (texts: Readonly<Record<string, string>>, schema: Json, path: string): Json => {
  const { properties, items, anyOf, additionalProperties } = schema as {
    readonly properties?: Readonly<Record<string, Json>>
    readonly items?: Json
    readonly anyOf?: ReadonlyArray<Json>
    readonly additionalProperties?: boolean | Json
  }
  return {
    ...schema,
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: withTexts(texts, additionalProperties, path) }
      : {}),
    ...(items === undefined ? {} : { items: withTexts(texts, items, path) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => withTexts(texts, one, path)) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => {
              const own = path === "" ? name : `${path}.${name}`
              return [name, { ...withTexts(texts, property, own), ...textOf(texts[own], property) }]
            })
          )
        })
  }
}

/** Returns the description of a property. A module's property has its schema's own text. */
const textOf = (text: string | undefined, { enum: members, description }: Json): Json => {
  if (text !== undefined) return { description: text }
  const [only, ...others] = (members ?? []) as ReadonlyArray<string>
  if (only !== undefined && others.length === 0) return { description: `Always \`${only}\`.` }
  return typeof description === "string" ? { description: asSentence(description) } : {}
}

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`
