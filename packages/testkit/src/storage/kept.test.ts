import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { kept } from "./kept.ts"

const isFrozenThroughout = (value: unknown): boolean =>
  typeof value !== "object" ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(isFrozenThroughout))

describe("a value in memory storage", () => {
  it("is what JSON would read back, deeply frozen", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = kept(value)
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)))
        expect(isFrozenThroughout(copy)).toBe(true)
      })
    )
  })

  it("can have a field of any name, as an own field", () => {
    const given = JSON.parse('{"__proto__":{"n":[1]},"constructor":{"n":2}}')
    const copy = kept(given)
    expect(JSON.stringify(copy)).toBe(JSON.stringify(given))
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(isFrozenThroughout(copy)).toBe(true)
  })

  it("lacks undefined fields, at any depth", () => {
    const copy = kept({ id: "a", gone: undefined, inner: [{ gone: undefined, amount: 5n }] })
    expect(Object.keys(copy)).toEqual(["id", "inner"])
    expect(copy.inner.map((item) => Object.keys(item))).toEqual([["amount"]])
  })

  it("has one zero, as in JSON", () => {
    for (const given of [[-0], { n: -0 }, Object.freeze([-0]), Object.freeze({ n: [-0] })])
      expect(kept(given)).toEqual(JSON.parse(JSON.stringify(given)))
  })

  it("is a copy: the given value is unchanged and has no effect on it afterwards", () => {
    const given = { id: "a", inner: { list: [{ n: 1 }] } }
    const copy = kept(given)
    given.inner.list.push({ n: 2 })
    expect(copy).toEqual({ id: "a", inner: { list: [{ n: 1 }] } })
    expect(Object.isFrozen(given)).toBe(false)
  })

  it("is copied if only its outermost object is frozen", () => {
    const inner = { n: 1 }
    const copy = kept(Object.freeze({ inner, list: Object.freeze([inner]) }))
    inner.n = 2
    expect(copy).toEqual({ inner: { n: 1 }, list: [{ n: 1 }] })
    expect(isFrozenThroughout(copy)).toBe(true)
  })

  it("is returned as it is if it is stored again", () => {
    const copy = kept({ id: "a", inner: { list: [{ n: 1 }, null, 5n] } })
    expect(kept(copy)).toBe(copy)
    const changed = kept({ ...copy, id: "b" })
    expect(changed.inner).toBe(copy.inner)
  })

  it("shares equal parts with the value before it, and copies the others", () => {
    const before = kept({ id: "a", inner: { list: [{ n: 1 }] }, other: { n: 1 } })
    const given = { ...before, other: { n: 2 } }
    const after = kept(given, before)
    expect(after.inner).toBe(before.inner)
    given.other.n = 3
    expect(after.other).toEqual({ n: 2 })
    expect(isFrozenThroughout(after)).toBe(true)
  })
})
