import { createHandler } from "@payloom/adapter-http"
import { describe, expect, it } from "vitest"
import { checkIsolation } from "./checkIsolation.ts"
import { lookingEverywhere, readingEverybodys } from "./testing/leaks.ts"

describe("something of another merchant, or of the other mode", () => {
  it("is answered as something that nobody has, as a cursor and a notification", async () => {
    const { findings, slots } = await checkIsolation({
      rounds: 1,
      handlerOf: createHandler,
      parts: ["cursors", "notifications"]
    })
    expect(findings).toEqual([])
    expect([...slots.keys()]).toEqual(
      expect.arrayContaining([
        "GET /payments endingBefore of another",
        "POST /providers/{id}/notifications no signature"
      ])
    )
  })

  it("is found if a storage reads the payments of everybody, or looks for plans everywhere", async () => {
    const { findings } = await checkIsolation({
      rounds: 1,
      handlerOf: createHandler,
      parts: ["library inputs"],
      between: (storage) => lookingEverywhere("plans")(readingEverybodys("payments")(storage))
    })
    expect(findings.join()).toContain("payments.retrieve 0: an id of somebody else is answered")
    expect(findings.join("\n")).toMatch(
      /^plans\.retrieve 0: read plans \(0\), .*plans \(1\), .* and otherwise plans \(0\), /m
    )
  })
})
