/** A JSON value with fields. */
export type Json = Readonly<Record<string, unknown>>

/** The options of {@link openApi30}. */
export interface OpenApi30Options {
  /**
   * True to keep unions as `anyOf`. By default a union of different types becomes a schema of any
   * value, because many generators write code for it that does not compile.
   */
  readonly keepUnions?: boolean
}

/**
 * Returns an OpenAPI 3.1 document in the form of OpenAPI 3.0, for generators of clients and other
 * programs that read no newer form. Webhooks are left out, because OpenAPI 3.0 has none. An
 * enumeration that newer servers may extend becomes a string, and its text names the known members.
 *
 * @example
 * writeFileSync("openapi-3.0.json", JSON.stringify(openApi30(openApiDocument())))
 */
export const openApi30 = (document: object, options: OpenApi30Options = {}): Json => {
  const { webhooks: _, info, ...rest } = document as Json
  const { license, ...about } = Object(info)
  const { identifier: _identifier, ...ownLicense } = Object(license)
  const { schemas } = Object(rest.components) as { readonly schemas?: Record<string, Json> }
  const isObject = ({ $ref }: Json) =>
    schemas?.[String($ref).split("/").at(-1) ?? ""]?.type === "object"
  const older = olderForm({ keepUnions: options.keepUnions === true, isObject })
  return {
    ...(older(rest) as Json),
    openapi: "3.0.3",
    info: { ...about, ...(license === undefined ? {} : { license: ownLicense }) }
  }
}

/** The choices of a conversion, and a look into the document. */
interface Converting {
  readonly keepUnions: boolean
  /** Returns true if a reference leads to an object. */
  readonly isObject: (schema: Json) => boolean
}

/** The values that are examples or names, and no part of the document's form. */
const plainValues = new Set(["example", "enum", "default", "value", "required"])

/** The objects whose keys are names, also of properties that are called like a keyword. */
const maps = new Set(["properties", "responses", "schemas", "parameters"])

const olderForm = (converting: Converting) => {
  const convertAll = (values: object): Json =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]))
  const convertOne = (name: string, value: unknown): unknown => {
    if (plainValues.has(name)) return value
    const isMap = maps.has(name) && typeof value === "object" && !Array.isArray(value)
    return isMap && value !== null ? convertAll(value) : convert(value)
  }
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value !== "object" || value === null) return value
    const { anyOf, const: only, examples, ...own } = value as Json
    const inner = Object.entries(own).map(([name, one]) => [name, convertOne(name, one)])
    return withReference({
      ...Object.fromEntries(inner),
      ...(only === undefined ? {} : { enum: [only] }),
      ...(own.type === "null" ? { type: "string", nullable: true } : {}),
      ...exampleOf(examples),
      ...(Array.isArray(anyOf) ? choiceOf(anyOf, own, converting, convert) : {})
    })
  }
  return convert
}

/** The examples of a schema are a list. The examples of an answer have names, and stay. */
const exampleOf = (examples: unknown): Json => {
  if (examples === undefined) return {}
  return Array.isArray(examples) ? { example: examples[0] } : { examples }
}

/** A reference has no room for further keywords in OpenAPI 3.0, such as a description. */
const withReference = (schema: Json): Json => {
  const { $ref, ...others } = schema
  return $ref === undefined || Object.keys(others).length === 0
    ? schema
    : { ...others, allOf: [{ $ref }] }
}

const choiceOf = (
  anyOf: ReadonlyArray<Json>,
  { description }: Json,
  { keepUnions, isObject }: Converting,
  convert: (value: unknown) => unknown
): Json => {
  const others = anyOf.filter(({ type }) => type !== "null")
  const nullable = others.length < anyOf.length ? { nullable: true } : {}
  const [first, second] = others
  if (first === undefined) return {}
  if (first.enum !== undefined && second?.type === "string" && others.length === 2) {
    const known = (first.enum as ReadonlyArray<string>).map((member) => `\`${member}\``)
    const text = [description, `Known: ${known.join(", ")}.`].filter(Boolean).join(" ")
    return { type: "string", description: text, ...nullable }
  }
  if (second === undefined) {
    const inner = convert(first) as Json
    const type = isObject(first) ? { type: "object" } : {}
    const text = description ?? inner.description
    const own = text === undefined ? {} : { description: text }
    return withReference({ ...inner, ...own, ...nullable, ...type })
  }
  if (!keepUnions) return {}
  const [head, ...rest] = others.map((one) => convert(one) as Json)
  return { anyOf: [{ ...head, ...nullable }, ...rest] }
}
