import { describe, expect, it } from "vitest"
import { enteredFacts, mistakeIn, shownValue, valueOf } from "./fieldValue.ts"

const fieldOf = (kind: string, required = true) => {
  const [name = "", format] = kind.split(" ")
  return { name, required, ...(format === undefined ? {} : { format }) }
}

describe("the text in a field", () => {
  it.each([
    ["name", "Ada", null],
    ["name full_name", "Ada", "fullName"],
    ["name full_name", " Ada  Lovelace ", null],
    ["email", "ada@example.com", null],
    ["email", "ada@example", "email"],
    ["phone", "+351 911 234 567", null],
    ["phone", "call me", "entry"],
    ["account_number iban", "DE89 3704 0044 0532 0130 00", null],
    ["account_number iban", "de89370400440532013000", null],
    ["account_number iban", "DE88 3704 0044 0532 0130 00", "iban"],
    ["account_number iban", "370400440532013000", "iban"],
    ["account_number", "4030-8669", null],
    ["account_number", "12", "entry"],
    ["routing_number sort_code", "20-00-00", null],
    ["routing_number sort_code", "2000000", 6],
    ["routing_number bsb", "013 00", 6],
    ["routing_number aba", "011000138", null],
    ["routing_number aba", "01100013", 9],
    ["document cpf_cnpj", "568.617.525-09", null],
    ["document cpf_cnpj", "12.ABC.345/01DE-35", null],
    ["document cpf_cnpj", "568.617", "entry"],
    ["document", "X", "entry"],
    ["code blik", "777 987", null],
    ["code blik", "٧٧٧٩٨٧", null],
    ["code blik", "77798a", 6],
    ["bank", "abc", null],
    ["billing_address.postal_code", "1".repeat(33), "entry"],
    ["billing_address.city", "München", null]
  ])("of %s that is %j has the mistake %j", (kind, typed, mistake) => {
    expect(mistakeIn(fieldOf(kind), typed)).toBe(mistake)
  })

  it.each(["name", "email", "account_number iban", "code blik", "billing_address.state"])(
    "of %s may only be empty if the field is optional",
    (kind) => {
      expect(mistakeIn(fieldOf(kind), " ")).toBe("missing")
      expect(mistakeIn(fieldOf(kind, false), "")).toBeNull()
    }
  )

  it("of an unknown name or form may be anything", () => {
    expect(mistakeIn(fieldOf("colour"), "blue")).toBeNull()
    expect(mistakeIn(fieldOf("account_number clabe"), "032180000118359719")).toBeNull()
  })

  it("is shown in groups of four if it is an IBAN, and sent without spaces", () => {
    const iban = fieldOf("account_number iban")
    expect(shownValue(iban, "be685390 07547034")).toBe("BE68 5390 0754 7034")
    expect(valueOf(iban, "BE68 5390 0754 7034")).toBe("BE68539007547034")
    expect(shownValue(fieldOf("account_number"), "40 30")).toBe("40 30")
  })
})

describe("the facts that a payer entered", () => {
  it("are details of the method and a billing address, without empty ones", () => {
    const typed: Readonly<Record<string, string>> = {
      name: " Ada Lovelace ",
      phone: "",
      routing_number: "20-00-00",
      "billing_address.city": "London",
      "billing_address.country": "GB"
    }
    const fields = Object.keys(typed).map((name) => fieldOf(name))
    expect(enteredFacts(fields, ({ name }) => typed[name] ?? "")).toEqual({
      details: { name: "Ada Lovelace", routing_number: "200000" },
      billing_address: { city: "London", country: "GB" }
    })
    expect(enteredFacts([], () => "")).toEqual({})
  })
})
