import { type ApmDetails, type PayerNeed, unknownAddress } from "@payloom/core"
import { describe, expect, it } from "vitest"
import type { AdyenApms } from "./adyenMethods.ts"
import { capabilitiesByMethod } from "./methodCapabilities.ts"
import { obstacleToApm } from "./payerFacts.ts"
import { anOrder } from "./testing/anOrder.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { everyMethod } from "./testing/everyMethod.ts"

const apms = Object.fromEntries(everyMethod.map(({ type }) => [type, type])) as AdyenApms
const banks = { eps: [{ code: "bank_1", name: "First Bank" }] }
const byMethod = capabilitiesByMethod(apms, banks)

const askedOf = (apm: string): ReadonlyArray<PayerNeed> =>
  (byMethod[apm]?.needs ?? []).map((need) => (typeof need === "string" ? { name: need } : need))

/** Returns the value that a payer enters in a field. */
const entered = ({ name, options }: PayerNeed): string =>
  options?.[0]?.code ?? (name === "name" ? "Ada Lovelace" : "given")

/** Returns the obstacle to the charge of a payer who filled in these fields. */
const obstacleWith = (apm: string, fields: ReadonlyArray<PayerNeed>) => {
  const prefix = "billingAddress."
  const details: ApmDetails = Object.fromEntries(
    fields.filter(({ name }) => !name.startsWith(prefix)).map((need) => [need.name, entered(need)])
  )
  const address = Object.fromEntries(
    fields
      .filter(({ name }) => name.startsWith(prefix))
      .map((need) => [need.name.slice(prefix.length), entered(need)])
  )
  const source = { _tag: "Apm", apm, details } as const
  const billingAddress = { ...unknownAddress, ...address }
  const request = chargeRequest({ source, customer: null, billingAddress, order: anOrder() })
  return obstacleToApm(request, source, apms)
}

describe.each(everyMethod)("the fields that a page has for $type", ({ type }) => {
  it("are all that the charge needs of its payer", () => {
    expect(obstacleWith(type, askedOf(type))).toBeNull()
  })

  it("are needed, except optional ones and parts of an address", () => {
    const needed = askedOf(type).filter(
      ({ name }) => !name.startsWith("billingAddress.") || name === "billingAddress.line1"
    )
    for (const { name } of needed) {
      const others = askedOf(type).filter((other) => other.name !== name)
      expect([name, obstacleWith(type, others)?._tag]).toEqual([name, "Declined"])
    }
  })
})

describe("the fields of methods at Adyen", () => {
  it("have the banks of the options, and otherwise take the code of a bank", () => {
    expect(askedOf("eps")).toEqual([{ name: "bank", options: banks.eps }])
    expect(askedOf("onlineBanking_PL")).toEqual([{ name: "bank" }])
  })

  it("have the countries of the method, and a state where addresses have one", () => {
    const countryOf = (apm: string) => askedOf(apm).find(({ name }) => name.endsWith("country"))
    const stateOf = (apm: string) => askedOf(apm).find(({ name }) => name.endsWith("state"))
    expect(countryOf("ach")?.options).toEqual([{ code: "US" }])
    expect(stateOf("ach")).toEqual({ name: "billingAddress.state", isOptional: false })
    expect(stateOf("afterpaytouch")).toEqual({ name: "billingAddress.state", isOptional: true })
    expect(stateOf("clearpay")).toBeUndefined()
  })

  it.each([
    ["sepadirectdebit", "sepa"],
    ["directdebit_GB", "bacs"],
    ["directdebit_AU", "other"],
    ["ach", "other"],
    ["ideal", undefined]
  ])("are beside the mandate of a debit: %s has %s", (type, mandate) => {
    expect(byMethod[type]?.mandate).toBe(mandate)
  })
})
