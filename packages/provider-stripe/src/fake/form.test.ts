import { describe, expect, it } from "vitest"
import { readForm } from "./form.ts"

describe("a form of Stripe's", () => {
  it("has members within members, and lists", () => {
    const text = "a=1&card[number]=42&metadata[x]=y&expand[0]=one&expand[1]=two&e=%7B%20"
    expect(readForm(text)).toEqual({
      a: "1",
      card: { number: "42" },
      metadata: { x: "y" },
      expand: ["one", "two"],
      e: "{ "
    })
  })

  it("reaches no inherited members", () => {
    const form = readForm("__proto__[polluted]=1&constructor[prototype][polluted]=1")
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false)
    expect(JSON.stringify(form)).toContain("polluted")
  })

  it("is read only as deep as Stripe's own forms are", () => {
    const form = readForm(`a${"[b]".repeat(100_000)}=1`)
    expect(JSON.stringify(form).match(/\{/g)).toHaveLength(8)
  })

  it("has the last of repeated values, and members instead of a text", () => {
    expect(readForm("a=1&a=2")).toEqual({ a: "2" })
    expect(readForm("a=1&a[b]=2")).toEqual({ a: { b: "2" } })
  })
})
