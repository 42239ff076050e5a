import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { stripeApms, stripeMethods } from "./stripeMethods.ts"

/** The names of facts in the guide, where they differ from their names in code. */
const guideNames: Readonly<Record<string, string>> = {
  line1: "address line",
  postalCode: "postal code",
  accountNumber: "account number",
  routingNumber: "routing number",
  ip: "IP",
  userAgent: "user agent"
}

describe("the guide's table of methods", () => {
  const path = join(import.meta.dirname, "../../../docs/connectors/stripe.md")
  const guide = readFileSync(path, "utf8")

  it.each(stripeApms)("has the currencies, facts, refunds and holds of %s", (name) => {
    const row = guide.split("\n").find((line) => line.startsWith(`| \`${name}\` `)) ?? ""
    const [, , currencies, , needed, , refunds, holds] = row.split("|").map((cell) => cell.trim())
    const { needs = [], holdDays, ...method } = stripeMethods[name] ?? expect.unreachable(name)
    expect(currencies?.split(" ")).toEqual(method.currencies)
    const facts = needs.map((fact) => guideNames[fact] ?? fact)
    expect(needed).toBe(facts.length === 0 ? "-" : facts.join(", "))
    expect(refunds).toBe(method.refunds ?? "partial")
    expect(holds).toBe(holdDays === undefined ? "no" : `${holdDays} days`)
  })
})
