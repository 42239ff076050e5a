import { describe, expect, it } from "vitest"
import { openApiDocument } from "./openApi.ts"
import { toldErrors } from "./toldErrors.ts"
import type { Json } from "./wireSchema.ts"

type Paths = Readonly<Record<string, Readonly<Record<string, Json>>>>

const document = openApiDocument()
const operations = Object.values(document.paths as Paths).flatMap(Object.values)
const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Json>> }

const operation = (id: string): Json =>
  operations.find(({ operationId }) => operationId === id) ?? {}

const answer = ({ responses }: Json): Json => {
  const { 200: ok } = responses as Readonly<Record<string, Json>>
  const { content } = ok as { readonly content: Readonly<Record<string, Json>> }
  return content["application/json"]?.schema as Json
}

const codeOf = (schema: Json = {}): Json => {
  const { error } = schema.properties as { readonly error: Json }
  const { code } = error.properties as { readonly code: Json }
  return code
}

/** Returns the descriptions of all properties and parameters, by their places. */
const textsIn = (value: unknown, place: string): ReadonlyArray<readonly [string, unknown]> => {
  if (typeof value !== "object" || value === null) return []
  const { properties, in: where, schema } = value as Readonly<Record<string, Json | undefined>>
  const own = typeof where === "string" ? [[place, (value as Json).description] as const] : []
  const named = Object.entries(schema === undefined ? (properties ?? {}) : {})
  return [
    ...own,
    ...named.map(
      ([name, property]) => [`${place}.${name}`, (property as Json).description] as const
    ),
    ...Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${place}/${key}`))
  ]
}

describe("the OpenAPI document for people", () => {
  const texts = textsIn(document, "")

  it("describes every property and every parameter with a sentence", () => {
    expect(texts.length).toBeGreaterThan(500)
    for (const [place, text] of texts) {
      expect([place, text]).toEqual([place, expect.stringMatching(/^[A-Z`0-9].*[.!?]$/s)])
    }
  })

  it("has a request and an answer of every operation, taken from a real engine", () => {
    for (const one of operations) {
      const { requestBody, responses } = one as Readonly<Record<string, Json>>
      const { 200: ok } = responses as { readonly 200: Json }
      for (const body of [requestBody, ok].filter((given) => given !== undefined)) {
        const { content } = body as { readonly content: Readonly<Record<string, Json>> }
        const example = content["application/json"]?.example
        expect([one.operationId, typeof example]).toEqual([one.operationId, "object"])
      }
    }
  })

  it("has an answer of every error's code", () => {
    const { responses } = document.components as {
      readonly responses: Readonly<Record<string, Json>>
    }
    expect(responses.Error409?.content).toMatchObject({
      "application/json": {
        examples: { payment_not_refundable: { value: { error: { type: "conflict_error" } } } }
      }
    })
  })

  it("speaks of the wire's names, amounts and times", () => {
    expect(schemas.Payment?.properties).toMatchObject({
      amount: { description: expect.stringContaining('`"1250"` is 12.50 EUR') },
      created: { description: "The time of creation, in RFC 3339." }
    })
    for (const [place, text] of texts) {
      const foreign = /milliseconds since|\d+n`|`(?:startingAfter|nextCursor|paymentInstrument)`/
      expect([place, foreign.test(String(text))]).toEqual([place, false])
    }
  })
})

describe("the OpenAPI document for generators of clients", () => {
  it("names the resource of each list", () => {
    const lists = operations.filter(({ operationId }) => String(operationId).startsWith("list"))
    expect(lists.length).toBeGreaterThan(9)
    for (const list of lists) {
      const { data } = answer(list).properties as Readonly<Record<string, Json>>
      expect([list.operationId, data?.items]).toEqual([
        list.operationId,
        { $ref: expect.stringMatching(/^#\/components\/schemas\/[A-Z]/) }
      ])
    }
  })

  it("has the limits of a value beside its type", () => {
    expect(JSON.stringify(document)).not.toContain('"allOf"')
    expect(schemas.CreateCheckoutSession?.properties).toMatchObject({
      trial_days: { type: "integer", minimum: 1, maximum: 36_500 },
      amount: { type: "string", format: "minor-units", maxLength: 15 }
    })
  })

  it("says which operation of the engine each route calls", () => {
    expect(operation("createRefund")["x-payloom-call"]).toEqual(["payments", "refund"])
  })

  it("says how to find out if a change was made whose answer was lost", () => {
    const advice = operation("createPayment")["x-payloom-find-out"]
    expect(advice).toBe("List payments with `created_gte` just before the first try.")
  })

  it("has the codes of all errors, and allows those of newer servers", () => {
    const code = codeOf(schemas.Error)
    const [known, open] = code.anyOf as ReadonlyArray<Json>
    const codes = new Set(toldErrors.map(({ response }) => response.code))
    expect(new Set(known?.enum as ReadonlyArray<string>)).toEqual(codes)
    expect(open).toEqual({ type: "string" })
  })
})
