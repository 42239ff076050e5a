import { openApiDocument } from "@payloom/adapter-http"
import { describe, expect, it } from "vitest"
import { type Json, openApi30 } from "./openApi30.ts"

const older = openApi30(openApiDocument())

/** Returns all objects inside of a value, without those of examples. */
const objectsIn = (value: unknown): ReadonlyArray<Json> => {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  const inner = Object.entries(value).filter(([name]) => !/^examples?$/.test(name))
  return [value as Json, ...inner.flatMap(([, one]) => objectsIn(one))]
}

const converted = (schema: object) =>
  (openApi30({ components: { schemas: { A: schema, B: { type: "object" } } } }).components as Json)
    .schemas as { readonly A: Json }

describe("the document in the form of OpenAPI 3.0", () => {
  it("has no keyword of a newer form, and no reference with further keywords", () => {
    expect(older).toMatchObject({ openapi: "3.0.3", info: { license: { name: "MIT" } } })
    expect(older).not.toHaveProperty("webhooks")
    for (const one of objectsIn(older)) {
      if ("$ref" in one) expect(Object.keys(one)).toEqual(["$ref"])
      expect(one.type).not.toBe("null")
      expect(Array.isArray(one.type)).toBe(false)
      if (Array.isArray(one.anyOf)) expect.unreachable("a union")
    }
  })

  it("says that a value may be null", () => {
    expect(
      converted({ anyOf: [{ type: "string" }, { type: "null" }], description: "A." }).A
    ).toEqual({ type: "string", nullable: true, description: "A." })
    const B = { $ref: "#/components/schemas/B" }
    expect(converted({ anyOf: [B, { type: "null" }] }).A).toEqual({
      type: "object",
      nullable: true,
      allOf: [B]
    })
  })

  it("names the known members of an enumeration that may grow", () => {
    const open = { anyOf: [{ type: "string", enum: ["a", "b"] }, { type: "string" }] }
    expect(converted(open).A).toEqual({ type: "string", description: "Known: `a`, `b`." })
  })

  it("leaves the names of properties alone, also those of keywords", () => {
    const properties = { const: { type: "string" }, value: { type: "string", examples: ["x"] } }
    expect(converted({ type: "object", properties }).A).toEqual({
      type: "object",
      properties: { const: { type: "string" }, value: { type: "string", example: "x" } }
    })
  })

  it("keeps unions if they are asked for", () => {
    const union = { anyOf: [{ type: "string" }, { type: "boolean" }] }
    const document = { components: { schemas: { A: union } } }
    expect(openApi30(document, { keepUnions: true })).toMatchObject(document)
  })
})
