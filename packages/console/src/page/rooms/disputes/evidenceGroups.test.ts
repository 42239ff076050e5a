import { describe, expect, it } from "vitest"
import { evidenceGroups } from "./evidenceGroups.ts"

const named = (...names: ReadonlyArray<string>) => names.map((name) => ({ name }))

describe("the fields of evidence", () => {
  it("of a long form are grouped by kind, and none is left out", () => {
    const groups = evidenceGroups(
      named(
        ...["uncategorizedText", "customerName", "billingAddress", "customerCommunication"],
        ...["shippingDate", "shippingCarrier", "refundPolicy", "cancellationRebuttal"],
        ...["duplicateChargeId", "receipt", "serviceDate", "uncategorizedFile"]
      )
    )
    expect(groups.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
      [
        "Explanation and messages",
        ["uncategorizedText", "customerCommunication", "uncategorizedFile"]
      ],
      ["Customer", ["customerName", "billingAddress"]],
      ["Product or service", ["receipt", "serviceDate"]],
      ["Shipping", ["shippingDate", "shippingCarrier"]],
      ["Refunds and cancellation", ["refundPolicy", "cancellationRebuttal"]],
      ["Earlier charge", ["duplicateChargeId"]]
    ])
  })

  it("of a short form, or with names of another provider, are one group", () => {
    const short = named("shippingDate", "receipt")
    expect(evidenceGroups(short)).toEqual([{ title: "", fields: short }])
    const others = named(..."abcdefghij")
    expect(evidenceGroups(others)).toEqual([{ title: "", fields: others }])
  })
})
