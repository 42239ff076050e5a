import type { EventRecord } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { aboutFindings } from "./aboutFindings.ts"

const findings = (type: EventRecord["type"], object: string) =>
  aboutFindings({ type, data: { object: { object }, version: 1 } })

describe("an event", () => {
  it("is accepted if its object has the type that the catalog names, public or internal", () => {
    expect(findings("refund.pending", "refund")).toEqual([])
    expect(findings("alert.give_back_failed", "void")).toEqual([])
    expect(findings("alert.give_back_failed", "refund")).toEqual([])
  })

  it("about an object of another type is found", () => {
    expect(findings("refund.pending", "payment")).toEqual([
      "refund.pending is about another resource: payment"
    ])
    expect(findings("alert.give_back_failed", "attempt")).toEqual([
      "alert.give_back_failed is about another resource: attempt"
    ])
  })
})
