import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import type { Json, Reply } from "./testing/shopClient.ts"

const shop = await openShop()
const document = (await shop.get("/openapi.json", { bearer: null })).json
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Json>>>>
const components = document.components as Readonly<Record<string, Readonly<Record<string, Json>>>>

const expected = {
  createPayment: ["post", "/payments"],
  listPayments: ["get", "/payments"],
  retrievePayment: ["get", "/payments/{id}"],
  listAttempts: ["get", "/payments/{id}/attempts"],
  capturePayment: ["post", "/payments/{id}/capture"],
  voidPayment: ["post", "/payments/{id}/void"],
  createRefund: ["post", "/payments/{id}/refunds"],
  listRefunds: ["get", "/payments/{id}/refunds"]
} as const

const described = (name: keyof typeof expected): Json => {
  const [method, path] = expected[name]
  return paths[path]?.[method] ?? {}
}

/** The names of an operation's parameters, `$ref`s by their last part. */
const parametersOf = (operation: Json): ReadonlyArray<string> =>
  (operation.parameters as ReadonlyArray<Json>).map((parameter) =>
    String(parameter.name ?? String(parameter.$ref).split("/").at(-1))
  )

const resolved = (schema: Json): Json => {
  const ref = schema.$ref
  return typeof ref === "string"
    ? resolved(components.schemas?.[ref.split("/").at(-1) ?? ""] ?? {})
    : schema
}

const answerSchema = (operation: Json): Json => {
  const responses = operation.responses as Readonly<Record<string, Json>>
  const content = responses["200"]?.content as Readonly<Record<string, Json>>
  return resolved(content["application/json"]?.schema as Json)
}

describe("the OpenAPI document", () => {
  it("is version 3.1 and tells that the contract is 0.1.0, a draft", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: "Payloom", version: "0.1.0" })
  })

  it("is the same under /v1, and needs no key", async () => {
    expect((await shop.get("/v1/openapi.json", { bearer: null })).json).toEqual(document)
  })

  it("has each operation at its path, with its name", () => {
    for (const [name, [method, path]] of Object.entries(expected)) {
      expect([path, paths[path]?.[method]?.operationId]).toEqual([path, name])
    }
    const all = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(all.length).toBeGreaterThanOrEqual(Object.keys(expected).length)
  })

  it("asks mutations, and no reads, for an Idempotency-Key of at most 255 characters", () => {
    for (const [name, [method]] of Object.entries(expected)) {
      const parameters = parametersOf(described(name as keyof typeof expected))
      expect([name, parameters.includes("IdempotencyKey")]).toEqual([name, method === "post"])
      expect(parameters).toContain("ServiceVersion")
    }
    expect(components.parameters?.IdempotencyKey).toMatchObject({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      schema: { maxLength: 255 }
    })
  })

  it("has the query parameters of lists, and none for the refunds' single page", () => {
    expect(parametersOf(described("listPayments"))).toEqual(
      expect.arrayContaining([
        ...["limit", "starting_after", "ending_before", "status"],
        ...["created_gte", "created_lte"]
      ])
    )
    expect(parametersOf(described("listAttempts"))).toEqual(
      expect.arrayContaining(["limit", "starting_after", "ending_before"])
    )
    expect(parametersOf(described("listRefunds"))).toEqual(["id", "ServiceVersion"])
  })

  it("asks for a bearer token", () => {
    expect(document.security).toEqual([{ secretKey: [] }])
    expect(components.securitySchemes?.secretKey).toMatchObject({ type: "http", scheme: "bearer" })
  })

  it("refers to nothing that it doesn't hold", () => {
    const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)
    const missing = [...refs].filter(([, kind, name]) => !components[kind ?? ""]?.[name ?? ""])
    expect(missing.map(([ref]) => ref)).toEqual([])
    expect(JSON.stringify(document)).not.toContain("#/$defs/")
  })

  it("describes what is really answered, field by field", async () => {
    const card = await shop.saveCard("approved")
    const manual = { payment_instrument: card, capture_method: "manual" }
    const [id, toVoid] = [(await shop.pay(manual)).json.id, (await shop.pay(manual)).json.id]
    const replies: ReadonlyArray<readonly [keyof typeof expected, Reply]> = [
      ["createPayment", await shop.pay({ payment_instrument: card })],
      ["capturePayment", await shop.post(`/payments/${id}/capture`)],
      ["voidPayment", await shop.post(`/payments/${toVoid}/void`)],
      ["retrievePayment", await shop.get(`/payments/${id}`)],
      ["listPayments", await shop.get("/payments")],
      ["listAttempts", await shop.get(`/payments/${id}/attempts`)],
      ["listRefunds", await shop.get(`/payments/${id}/refunds`)]
    ]
    for (const [name, { json }] of replies) {
      const schema = answerSchema(described(name))
      const fields = Object.keys(schema.properties as Json).toSorted()
      expect([name, Object.keys(json).toSorted()]).toEqual([name, fields])
      expect([name, (schema.required as Array<string>).toSorted()]).toEqual([name, fields])
    }
  })

  it("describes errors as they are answered", async () => {
    const { json } = await shop.get("/payments/unknown")
    const error = resolved({ $ref: "#/components/schemas/Error" })
    const inner = (error.properties as Readonly<Record<string, Json>>).error
    expect(error.required).toEqual(Object.keys(json))
    expect(Object.keys(json.error as Json)).toEqual(inner?.required)
  })
})
