import type { Examples } from "./described.ts"
import type { Components, Json } from "./wireSchema.ts"

/** The values of components by the names of the components. */
export type ComponentValues = Readonly<Record<string, ReadonlyArray<unknown>>>

/** Returns the values of components in examples, also of those inside of others. */
export const exampleValues = (
  examples: Examples,
  operations: ReadonlyArray<Json>,
  components: Components
): ComponentValues => {
  const values: Record<string, ReadonlyArray<unknown>> = {}
  const add = (schema: Json | undefined, found: ReadonlyArray<unknown>): void => {
    const there = found.filter((value) => value !== undefined && value !== null)
    if (schema === undefined || there.length === 0) return
    const name = nameIn(schema)
    if (name !== undefined) {
      const objects = there.filter((value) => typeof value === "object")
      values[name] = [...(values[name] ?? []), ...objects]
      add(components[name] as Json | undefined, objects)
      return
    }
    const { properties = {}, items, anyOf = [] } = schema as Nested
    for (const [key, inner] of Object.entries(properties)) {
      add(
        inner,
        there.map((value): unknown => Object(value)[key])
      )
    }
    add(
      items,
      there.flatMap((value) => (Array.isArray(value) ? value : []))
    )
    for (const member of anyOf) add(member, there)
  }
  for (const { operationId, requestBody, responses } of operations) {
    const example = examples[String(operationId)]
    if (example === undefined) continue
    add(schemaIn(requestBody as Json | undefined), [example.request])
    add(schemaIn((responses as Readonly<Record<string, Json>>)["200"]), [example.answer])
  }
  return values
}

interface Nested {
  readonly properties?: Readonly<Record<string, Json>>
  readonly items?: Json
  readonly anyOf?: ReadonlyArray<Json>
}

const nameIn = ({ $ref }: Json): string | undefined =>
  $ref === undefined ? undefined : String($ref).split("/").at(-1)

const schemaIn = (body: Json | undefined): Json | undefined => {
  const { content } = Object(body) as { readonly content?: Readonly<Record<string, Json>> }
  return content?.["application/json"]?.schema as Json | undefined
}
