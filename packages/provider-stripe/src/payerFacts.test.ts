import { type ApmDetails, type PayerNeed, unknownAddress } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { missingFact } from "./payerFacts.ts"
import { methodCapabilities, stripeApms, stripeMethods } from "./stripeMethods.ts"

const device = {
  ip: "127.0.0.1",
  userAgent: "Browser",
  acceptHeader: null,
  language: null,
  screen: null,
  timeZone: null,
  utcOffsetMinutes: null
}

const addressOf = (parts: ReadonlyArray<string>) => ({
  ...unknownAddress,
  ...Object.fromEntries(parts.map((part) => [part, "US"]))
})

/** Returns the charge of a payer who filled in these fields, in the merchant's order. */
const chargeWith = (apm: string, fields: ReadonlyArray<string>) => {
  const prefix = "billingAddress."
  const details: ApmDetails = Object.fromEntries(
    fields.filter((name) => !name.startsWith(prefix)).map((name) => [name, "given"])
  )
  return {
    source: { _tag: "Apm", apm, details },
    customer: null,
    billingAddress: addressOf(
      fields.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
    ),
    device,
    shipping: { name: "Ada Lovelace", phone: null, address: addressOf(["line1"]) }
  } as const
}

const askedOf = (apm: string): ReadonlyArray<PayerNeed> =>
  (methodCapabilities[apm]?.needs ?? []).map((need) =>
    typeof need === "string" ? { name: need } : need
  )

describe.each(stripeApms)("the fields that a page has for %s", (apm) => {
  const method = stripeMethods[apm] ?? expect.unreachable(apm)
  const names = askedOf(apm).map(({ name }) => name)

  it("are all that the charge needs of its payer, and no more", () => {
    expect(missingFact(chargeWith(apm, names), method)).toBeNull()
    for (const name of names) {
      const others = names.filter((other) => other !== name)
      expect(missingFact(chargeWith(apm, others), method)).not.toBeNull()
    }
  })

  it("are beside a mandate exactly if Stripe gets one", () => {
    const isDebit = apm.endsWith("_debit")
    expect([apm, methodCapabilities[apm]?.mandate !== undefined]).toEqual([apm, isDebit])
  })
})

describe("the forms of fields at Stripe", () => {
  it.each([
    ["sepa_debit", "accountNumber", "iban"],
    ["bacs_debit", "routingNumber", "sort_code"],
    ["becs_debit", "routingNumber", "bsb"],
    ["ach_debit", "routingNumber", "aba"],
    ["blik", "code", "blik"],
    ["boleto", "document", "cpf_cnpj"]
  ])("by %s make the %s a number of the form %s", (apm, name, format) => {
    expect(askedOf(apm)).toContainEqual({ name, format })
  })
})
