import type { Examples } from "./described.ts"
import type { Json } from "./wireSchema.ts"

/** Returns the values of components in examples, by the names of the components. */
export const exampleValues = (
  examples: Examples,
  operations: ReadonlyArray<Json>
): Readonly<Record<string, ReadonlyArray<unknown>>> => {
  const values: Record<string, Array<unknown>> = {}
  const add = (schema: Json | undefined, found: ReadonlyArray<unknown>) => {
    const name =
      String(schema?.$ref ?? "")
        .split("/")
        .at(-1) ?? ""
    if (name !== "") values[name] = [...(values[name] ?? []), ...found]
  }
  for (const { operationId, requestBody, responses } of operations) {
    const example = examples[String(operationId)]
    if (example === undefined) continue
    const answer = schemaIn((responses as Readonly<Record<string, Json>>)["200"])
    const { data } = (answer?.properties ?? {}) as Readonly<Record<string, Json>>
    const { data: items } = Object(example.answer) as { readonly data?: ReadonlyArray<unknown> }
    add(schemaIn(requestBody as Json | undefined), [example.request])
    add(answer, [example.answer])
    add(data?.items as Json | undefined, items ?? [])
  }
  return values
}

const schemaIn = (body: Json | undefined): Json | undefined => {
  const { content } = Object(body) as { readonly content?: Readonly<Record<string, Json>> }
  return content?.["application/json"]?.schema as Json | undefined
}
