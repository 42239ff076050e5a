import { compile, type JSONSchema } from "json-schema-to-typescript"
import type { JsonSchema } from "./OpenApi.ts"

const root = "EverySchemaOfTheDocument"

/** Writes the types of schemas, an exported interface each. */
export const typesOf = async (schemas: Readonly<Record<string, JsonSchema>>): Promise<string> => {
  const prepared = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, prepare(schema)])
  )
  const names = Object.keys(prepared)
  const everything = {
    type: "object",
    properties: Object.fromEntries(
      names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])
    ),
    additionalProperties: false,
    components: { schemas: prepared }
  }
  const written = await compile(everything as unknown as JSONSchema, root, {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true
  })
  return written.slice(written.indexOf("}\n", written.indexOf(root)) + 2)
}

/** Keywords by which a document could choose the code that is written. */
const ofWriter = new Set(["tsType", "tsEnumNames", "extends", "title", "id", "$id", "$defs"])

/** Says in TypeScript what JSON Schema can't: open enumerations, and amounts as bigints. */
const prepare = (schema: JsonSchema, isInput = false): JsonSchema => {
  const { anyOf, properties, items, additionalProperties, ...others } = schema
  // A description beside a reference would make a second interface of the same name.
  if (schema.$ref !== undefined) return { $ref: schema.$ref }
  const open = openEnum(anyOf)
  if (open !== null) return { ...described(schema), tsType: open }
  if (schema.format === "minor-units" && isInput) {
    return { ...described(schema), tsType: "string | bigint" }
  }
  const isClosed = additionalProperties === false || (isInput && additionalProperties !== true)
  const rest = Object.entries(others).filter(([keyword]) => !ofWriter.has(keyword))
  return {
    ...Object.fromEntries(rest),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((one) => prepare(one, isInput)) }),
    ...(items === undefined ? {} : { items: prepare(items, isInput) }),
    ...(properties === undefined ? {} : { properties: preparedAll(properties, isClosed) }),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: prepare(additionalProperties, isInput) }
      : {})
  }
}

const preparedAll = (properties: Readonly<Record<string, JsonSchema>>, isInput: boolean) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, prepare(schema, isInput)])
  )

const described = ({ description }: JsonSchema): JsonSchema =>
  description === undefined ? {} : { description }

/** Returns the type of an enumeration that newer servers may extend. Null for other schemas. */
const openEnum = (anyOf: JsonSchema["anyOf"]): string | null => {
  const [known, open, ...others] = anyOf ?? []
  const isOpen = open?.type === "string" && open.enum === undefined && others.length === 0
  if (known?.enum === undefined || !isOpen) return null
  const members = [...known.enum.map((member) => JSON.stringify(member)), "(string & {})"]
  // A list of it needs the parentheses. The formatter removes those that nothing needs.
  return `(${members.join(" | ")})`
}
