import type { Json } from "./wireSchema.ts"

/** The descriptions of properties by their component, such as `Payment`, and their path. */
export type PropertyTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Real values of properties by their component and their path. */
export type PropertyValues = Readonly<
  Record<string, Readonly<Record<string, string | number | boolean>>>
>

/** A request of an operation, and its answer, as JSON. */
export interface Example {
  readonly request?: unknown
  readonly answer: unknown
}

/** Real requests and answers by the names of their operations. */
export type Examples = Readonly<Record<string, Example>>

/** The descriptions and the examples of a component. */
interface Shown {
  readonly texts: Readonly<Record<string, string>>
  /** Values of properties that no example has. */
  readonly known: Readonly<Record<string, unknown>>
  readonly values: ReadonlyArray<unknown>
}

/** The texts and the values from which components are described. */
export interface Describing {
  readonly texts: PropertyTexts
  /** Values of properties that no example has. */
  readonly values: PropertyValues
}

/** Describes the properties of a component and of the objects inside, with examples from values. */
export const described = (
  { texts, values: known }: Describing,
  component: string,
  schema: Json,
  values: ReadonlyArray<unknown> = []
): Json => {
  // The types of events differ in their resource only.
  const name = component.endsWith("Event") && texts[component] === undefined ? "Event" : component
  return withTexts({ texts: texts[name] ?? {}, known: known[component] ?? {}, values }, schema, "")
}

const withTexts = (shown: Shown, schema: Json, path: string): Json => {
  const { properties, items, anyOf, additionalProperties } = schema as {
    readonly properties?: Readonly<Record<string, Json>>
    readonly items?: Json
    readonly anyOf?: ReadonlyArray<Json>
    readonly additionalProperties?: boolean | Json
  }
  return {
    ...schema,
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: withTexts(insideOf(shown), additionalProperties, path) }
      : {}),
    ...(items === undefined ? {} : { items: withTexts(insideOf(shown), items, path) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => withTexts(shown, one, path)) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => {
              const own = path === "" ? name : `${path}.${name}`
              return [name, withText(fieldOf(shown, name), property, own)]
            })
          )
        })
  }
}

/** Returns the values of the items of lists, or of the fields of records. */
const insideOf = ({ values, ...shown }: Shown): Shown => ({
  ...shown,
  values: values.flatMap((value) => Object.values(Object(value)))
})

const fieldOf = ({ values, ...shown }: Shown, name: string): Shown => ({
  ...shown,
  values: values
    .map((value): unknown => Object(value)[name])
    .filter((value) => value !== undefined && value !== null)
})

const withText = (shown: Shown, property: Json, path: string): Json => ({
  ...withTexts(shown, property, path),
  ...textOf(shown.texts[path], property),
  // A constant needs no example.
  ...("const" in property ? {} : exampleOf(shown.values[0] ?? shown.known[path]))
})

/** Returns the description of a property. A module's property has its schema's own text. */
const textOf = (text: string | undefined, { enum: members, description }: Json): Json => {
  if (text !== undefined) return { description: text }
  const [only, ...others] = (members ?? []) as ReadonlyArray<string>
  if (only !== undefined && others.length === 0) return { description: `Always \`${only}\`.` }
  return typeof description === "string" ? { description: asSentence(description) } : {}
}

const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`

/** An object needs no example, because its fields have theirs. */
const exampleOf = (value: unknown): Json =>
  value === undefined || typeof value === "object" ? {} : { examples: [value] }
