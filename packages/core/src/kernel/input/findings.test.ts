import { Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { findingsIn } from "./findings.ts"

const order = Schema.Struct({ amount: Schema.String })
const decode = Schema.decodeUnknownResult(order, { errors: "all", onExcessProperty: "error" })

describe("an input with thousands of wrong fields", () => {
  it("has all of them counted, and only ten of them described", () => {
    const input = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`amount${at}`, 1]))
    const { issue } = Result.getOrThrow(Result.flip(decode(input)))
    const { first, count } = findingsIn(issue)
    expect([first.length, count]).toEqual([10, 5001])
  })
})
