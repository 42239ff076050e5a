import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { adyenSettlementDetails, paypalSettlement, stripePayoutReconciliation } from "@payloom/csv"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../../testing/temporaryFolder.ts"
import { readMapping } from "./readMapping.ts"

const folder = temporaryFolder()

const read = (text: string) => {
  const file = join(folder, "mapping.json")
  writeFileSync(file, text)
  return readMapping(file)
}

const least = { reference: "ref", kind: { always: "charge" }, gross: "gross", currency: "currency" }

describe("a mapping in a file", () => {
  it.each([
    ["least", least],
    ["Adyen's", adyenSettlementDetails],
    ["PayPal's", paypalSettlement],
    ["Stripe's", stripePayoutReconciliation]
  ])("is read as it is written: %s", (_, mapping) => {
    expect(read(JSON.stringify(mapping))).toEqual(JSON.parse(JSON.stringify(mapping)))
  })

  it.each([
    ["{", "must contain a mapping as JSON"],
    ["null", "it must be an object with reference, kind, gross, currency"],
    [JSON.stringify({ ...least, gross: undefined }), "gross is required"],
    [JSON.stringify({ ...least, gross: { debit: "out" } }), "gross must be a string or"],
    [JSON.stringify({ ...least, amounts: "cents" }), "amounts must be one of major, minor"],
    [
      JSON.stringify({ ...least, negativeFee: true }),
      "negativeFee is not a field of a mapping. Did you mean negativeFees?"
    ]
  ])("is refused by the name of a field that is missing, wrong or unknown: %s", (text, part) => {
    expect(() => read(text)).toThrow(part)
  })
})
