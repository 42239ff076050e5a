import type { ChargeDetails } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { changedDetails, sentDescription, sentDescriptor, sentMetadata } from "./sentTexts.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

const card = { _tag: "Vaulted", vaultReference: "card_1" } as const

const changedOf = (changes: Partial<ChargeDetails>) => changedDetails(chargeRequest(changes), card)

describe("a statement descriptor at Stripe", () => {
  it("has plain letters, without characters that Stripe refuses", () => {
    expect(sentDescriptor("Größe", "card")).toBe("Groesse")
    expect(sentDescriptor("*Łódź* <Żabka>", "card")).toBe("Lodz Zabka")
    expect(sentDescriptor("東京", "card")).toBeNull()
    expect(sentDescriptor("Öl", "ideal")).toBeNull()
  })

  it("is one that Stripe accepts, whatever it was", () => {
    const any = fc.string({ unit: "grapheme", maxLength: 40 })
    fc.assert(
      fc.property(any, fc.constantFrom("card", "ideal"), (text, type) => {
        const sent = sentDescriptor(text, type)
        if (sent === null) return
        expect(sent).toMatch(/^(?=.*[A-Za-z])[ -~]{1,22}$/)
        expect(sent).not.toMatch(/[<>\\'"*]/)
        expect(sent.trim()).toBe(sent)
      })
    )
  })
})

describe("the changed texts of a charge to Stripe", () => {
  it("are none if all texts fit", () => {
    const metadata = { order: "7" }
    expect(changedOf({ description: "Books", statementDescriptor: "Books", metadata })).toEqual([])
    expect(changedOf({})).toEqual([])
  })

  it("are reported with the text that is sent instead", () => {
    expect(changedOf({ statementDescriptor: "Größe" })).toEqual([
      { field: "statement_descriptor", sent: "Groesse" }
    ])
    expect(changedOf({ statementDescriptor: "東京" })).toEqual([
      { field: "statement_descriptor", sent: null }
    ])
    expect(changedOf({ description: "x".repeat(1001) })).toEqual([
      { field: "description", sent: "x".repeat(1000) }
    ])
    const long = "k".repeat(41)
    const metadata = { fits: "y", "order[1]": "x", payloom_reference: "z", [long]: "v" }
    expect(changedOf({ metadata })).toEqual([
      { field: "metadata.order[1]", sent: "order1: x" },
      { field: "metadata.payloom_reference", sent: null },
      { field: `metadata.${long}`, sent: `${long.slice(0, 40)}: v` }
    ])
  })

  it("are the metadata beyond Stripe's limits, and keys that become the same", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`key${n}`, "v"]))
    expect(Object.keys(sentMetadata(many))).toHaveLength(45)
    expect(changedOf({ metadata: many }).map(({ sent }) => sent)).toEqual(Array(5).fill(null))
    const same = { "a[": "1", a: "2" }
    expect(sentMetadata(same)).toEqual({ a: "1" })
    expect(changedOf({ metadata: same })).toContainEqual({ field: "metadata.a", sent: null })
  })

  it("are never cut inside of a surrogate pair", () => {
    const sent = sentDescription(`${"x".repeat(999)}😀`)
    expect(sent).toBe("x".repeat(999))
    expect(sentMetadata({ k: `${"x".repeat(499)}😀` })).toEqual({ k: "x".repeat(499) })
  })
})
