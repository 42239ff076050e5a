import { describe, expect, it } from "vitest"
import { unknownAddress } from "../../providers/ChargeDetails.ts"
import { fieldsOf, type KnownFacts } from "./methodFields.ts"

const nobody: KnownFacts = { customer: null, billingAddress: unknownAddress, country: null }

const customer = (name: string | null, email: string | null = null): KnownFacts => ({
  ...nobody,
  customer: { name, email }
})

const namesOf = (...given: Parameters<typeof fieldsOf>) =>
  fieldsOf(...given).map(({ name }) => name)

describe("the fields of a method", () => {
  it("are the facts that it needs, in the order of a page", () => {
    const needs = ["accountNumber", "routingNumber", "email", "name"] as const
    expect(fieldsOf([{ needs }], nobody)).toEqual([
      { name: "name", required: true },
      { name: "email", required: true },
      { name: "routing_number", required: true },
      { name: "account_number", required: true }
    ])
  })

  it("are those that any account needs, each once", () => {
    const one = { needs: ["name", { name: "phone", isOptional: true }] } as const
    const other = { needs: [{ name: "name", format: "full_name" }, "phone"] } as const
    expect(fieldsOf([one, other, {}], nobody)).toEqual([
      { name: "name", required: true, format: "full_name" },
      { name: "phone", required: true }
    ])
    expect(fieldsOf([one], nobody)).toContainEqual({ name: "phone", required: false })
  })

  it("have the options of all accounts, unless one account takes any text", () => {
    const banks = (...codes: ReadonlyArray<string>) => ({
      needs: [{ name: "bank", options: codes.map((code) => ({ code, name: code })) } as const]
    })
    expect(fieldsOf([banks("a", "b"), banks("b", "c")], nobody)[0]?.options).toEqual(
      ["a", "b", "c"].map((code) => ({ code, name: code }))
    )
    expect(fieldsOf([banks("a"), { needs: ["bank"] }], nobody)).toEqual([
      { name: "bank", required: true }
    ])
  })

  it("leave out the customer's name and email if they are known and have the needed form", () => {
    const needs = ["name", "email"] as const
    expect(namesOf([{ needs }], customer("Ada", "ada@example.com"))).toEqual([])
    expect(namesOf([{ needs }], customer("", null))).toEqual(["name", "email"])
    const full = { needs: [{ name: "name", format: "full_name" } as const] }
    expect(namesOf([full], customer("Ada"))).toEqual(["name"])
    expect(namesOf([full], customer("Ada Lovelace"))).toEqual([])
  })

  it("have the whole billing address if a required part of it is unknown", () => {
    const needs = [
      "billingAddress.line1",
      "billingAddress.city",
      { name: "billingAddress.state", isOptional: true }
    ] as const
    const partly = { ...nobody, country: "GB", billingAddress: { ...unknownAddress, city: "Bath" } }
    expect(fieldsOf([{ needs }], partly)).toEqual([
      { name: "billing_address.line1", required: true },
      { name: "billing_address.city", required: true },
      { name: "billing_address.state", required: false },
      { name: "billing_address.country", required: true, value: "GB" }
    ])
    const wholly = { ...partly, billingAddress: { ...partly.billingAddress, line1: "Main St 1" } }
    expect(fieldsOf([{ needs }], wholly)).toEqual([])
  })
})
