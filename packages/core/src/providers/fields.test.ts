import { describe, expect, it } from "vitest"
import { fieldsIn, isFields, valueAt } from "./fields.ts"

describe("the fields of a provider's answer", () => {
  it("are an object, and no list", () => {
    expect([{}, { a: 1 }].every(isFields)).toBe(true)
    expect([[], null, undefined, "{}", 1].some(isFields)).toBe(false)
  })

  it("are parsed from a text, which may be anything", () => {
    expect(fieldsIn('{"a":[1]}')).toEqual({ a: [1] })
    for (const text of ["", "[1]", "null", '"a"', "<html>"]) expect(fieldsIn(text)).toBeNull()
  })

  it("are found at a path of members and positions", () => {
    const answer = { errors: [{ code: "x" }], empty: null }
    expect(valueAt(answer, "errors.0.code")).toBe("x")
    expect(valueAt(answer, "empty")).toBeNull()
    for (const path of ["errors.1.code", "empty.code", "errors.0.code.length", ""]) {
      expect(valueAt(answer, path)).toBeUndefined()
    }
  })

  it("are own members, and never those of every object", () => {
    expect(valueAt({}, "constructor.name")).toBeUndefined()
    expect(valueAt("text", "length")).toBeUndefined()
  })
})
