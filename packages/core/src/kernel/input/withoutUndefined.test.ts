import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withoutUndefined } from "./withoutUndefined.ts"

const leaf = fc.oneof(fc.string(), fc.integer(), fc.bigInt(), fc.boolean(), fc.constant(null))
const tree = (holes: boolean) =>
  fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      holes ? fc.oneof(leaf, fc.constant(undefined)) : leaf,
      fc.array(tie("node"), { maxLength: 4 }).filter((items) => !items.includes(undefined)),
      fc.dictionary(fc.string(), tie("node"), { maxKeys: 4, noNullPrototype: true })
    )
  })).node

describe("input without undefined fields", () => {
  it("is the same object if nothing is undefined", () => {
    fc.assert(
      fc.property(tree(false), (input) => {
        expect(withoutUndefined(input)).toBe(input)
      })
    )
  })

  it("has no undefined field at any depth, and is otherwise unchanged", () => {
    fc.assert(
      fc.property(tree(true), (input) => {
        const before = structuredClone(input)
        const cleaned = withoutUndefined(input)
        expect(cleaned).toEqual(input)
        expect(withoutUndefined(cleaned)).toBe(cleaned)
        expect(input).toStrictEqual(before)
      })
    )
  })

  it("keeps undefined items of lists, which are refused later", () => {
    const list = [{ a: undefined }, undefined]
    expect(withoutUndefined(list)).toStrictEqual([{}, undefined])
  })

  it("keeps a field named __proto__", () => {
    const input = JSON.parse('{"__proto__":{"x":1}}') as object
    expect(withoutUndefined({ a: undefined, inner: { ...input, b: undefined } })).toEqual({
      inner: input
    })
  })

  it("is only searched in plain objects and lists", () => {
    const moment = new Date(0)
    const made = Object.assign(Object.create({ inherited: 1 }) as object, { own: undefined })
    for (const input of [moment, made, new Map([["a", undefined]])]) {
      expect(withoutUndefined(input)).toBe(input)
    }
  })

  it("is found in an input that contains itself", () => {
    const knot: Record<string, unknown> = { a: undefined }
    Object.assign(knot, { first: knot, second: [knot, knot] })
    expect(withoutUndefined(knot)).toHaveProperty("first")
  })
})
