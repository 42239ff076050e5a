import { type ApmDetails, type ChargeRequest, readDecline, unknownAddress } from "@payloom/core"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { adyen } from "./adyen.ts"
import { adyenDeclines } from "./adyenDeclines.ts"
import { type AdyenApms, methodOf } from "./adyenMethods.ts"
import { startFakeAdyen } from "./fake/index.ts"
import { capabilitiesByMethod } from "./methodCapabilities.ts"
import type { PayerNeed } from "./payerNeeds.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { everyMethod, type MethodCase } from "./testing/everyMethod.ts"

const apms = Object.fromEntries(everyMethod.map(({ type }) => [type, type])) as AdyenApms

const fake = await startFakeAdyen()
afterAll(() => fake.close())
const provider = adyen({ baseUrl: fake.url, accountOf: (name) => fake.account(name), apms })

let made = 0
const requestOf = (
  { type, currency, details, more }: MethodCase,
  changes: Partial<ChargeRequest> = {}
): ChargeRequest => {
  made += 1
  return chargeRequest({
    reference: `attempt_${String(made).padStart(26, "0")}`,
    currency,
    source: { _tag: "Apm", apm: type, ...(details === undefined ? {} : { details }) },
    ...more,
    ...changes
  })
}

const chargeOf = (request: ChargeRequest) => Effect.runPromise(provider.charge(request))

const becameOf = async (request: ChargeRequest) => {
  const outcome = await chargeOf(request)
  return outcome._tag === "RequiresAction" ? outcome.action._tag : outcome._tag
}

/** Returns the case without a fact that its method needs. */
const without = (need: PayerNeed, { details = {}, more = {}, ...rest }: MethodCase): MethodCase => {
  switch (need) {
    case "billingAddress":
    case "country":
      return { ...rest, details, more: { ...more, billingAddress: unknownAddress } }
    case "order":
      return { ...rest, details, more: { ...more, order: null } }
    case "fullName":
      return { ...rest, more, details: { ...details, name: "Ada" } }
    default: {
      const { [need]: _, ...kept }: ApmDetails = details
      return { ...rest, more, details: kept }
    }
  }
}

describe.each(everyMethod)("payments by $type at Adyen", (method) => {
  const { type, becomes } = method
  const { needs = [], manualCapture } = methodOf(apms, type)?.method ?? {}

  it(`are accepted as ${becomes}`, async () => {
    const request = requestOf(method)
    expect(await becameOf(request)).toBe(becomes)
    expect(fake.payments(request.reference)).toMatchObject([{ brand: type }])
  })

  it.skipIf(needs.length === 0)("are declined without a fact that they need", async () => {
    for (const need of needs) {
      const request = requestOf(without(need, method))
      const outcome = await chargeOf(request)
      expect(outcome).toMatchObject({ _tag: "Declined", message: expect.stringContaining(type) })
      const rawCode = outcome._tag === "Declined" ? outcome.rawCode : ""
      expect(rawCode).toMatch(/^missing_/)
      expect(readDecline(adyenDeclines, rawCode, null).category).toBe("configuration")
      expect(fake.payments(request.reference)).toEqual([])
      expect(await becameOf({ ...request, isResent: true })).toBe("Unknown")
    }
  })

  it(manualCapture === true ? "are held" : "are never held", async () => {
    const request = requestOf(method, { capture: false })
    const became = await becameOf(request)
    expect(became).toBe(manualCapture === true ? becomes : "AccountUnavailable")
    expect(capabilitiesByMethod(apms)[type]?.manualCapture).toBe(manualCapture === true)
  })
})

describe("payments by alternative methods at Adyen", () => {
  it("name the missing fact", async () => {
    const [debit] = everyMethod.filter(({ type }) => type === "sepadirectdebit")
    const outcome = await chargeOf(requestOf({ ...(debit ?? expect.unreachable()), details: {} }))
    expect(outcome).toMatchObject({
      rawCode: "missing_name",
      message: "sepadirectdebit needs apm.details.name."
    })
  })

  it("are declined in a country that the method doesn't have", async () => {
    const [klarna] = everyMethod.filter(({ type }) => type === "klarna")
    const billingAddress = { ...unknownAddress, line1: "1", country: "JP" }
    const request = requestOf(klarna ?? expect.unreachable(), { billingAddress })
    expect(await chargeOf(request)).toMatchObject({
      rawCode: "missing_country",
      message: "klarna isn't available in JP. Offer another method."
    })
  })

  it("take a name and an email address from the customer's record", async () => {
    const customer = { id: "customer_1", name: "Ada Lovelace", email: "ada@example.com" }
    const oxxo = { type: "oxxo", currency: "MXN", becomes: "Instructions" } as const
    expect(await becameOf(requestOf(oxxo, { customer }))).toBe("Instructions")
  })

  it("show the payer a voucher until its own end", async () => {
    const voucher = { type: "multibanco", currency: "EUR", becomes: "Instructions" } as const
    const outcome = await chargeOf(requestOf(voucher))
    expect(outcome).toMatchObject({
      action: {
        text: expect.stringMatching(/^Pay with this reference\.\nEntity: 12101\nVoucher: https:/),
        reference: expect.stringMatching(/^V/)
      }
    })
    const { expiresAt } = outcome._tag === "RequiresAction" ? outcome : expect.unreachable()
    expect((expiresAt - Date.now()) / 86_400_000).toBeCloseTo(5, 1)
  })

  it("show the payer the account for a transfer, for two weeks", async () => {
    const transfer = { type: "bankTransfer_IBAN", currency: "EUR", becomes: "Pending" } as const
    const outcome = await chargeOf(requestOf(transfer))
    expect(outcome).toMatchObject({ action: { text: expect.stringContaining("IBAN: NL13TEST") } })
    const { expiresAt } = outcome._tag === "RequiresAction" ? outcome : expect.unreachable()
    expect((expiresAt - Date.now()) / 86_400_000).toBeCloseTo(14, 1)
  })

  it("show Adyen Web while the payer confirms in an app, if the page has it", async () => {
    const onPage = adyen({
      baseUrl: fake.url,
      accountOf: (name) => fake.account(name),
      apms,
      threeDs: "client_side"
    })
    const [blik] = everyMethod.filter(({ type }) => type === "blik")
    const request = requestOf(blik ?? expect.unreachable())
    expect(await Effect.runPromise(onPage.charge(request))).toMatchObject({
      action: { _tag: "ClientSide", payload: { action: { type: "await" } } }
    })
  })
})

describe("wallets of Adyen Web's components", () => {
  const pay = (wallet: string, payload: Record<string, string>) =>
    becameOf(
      chargeRequest({ reference: `attempt_${made++}`, source: { _tag: "Wallet", wallet, payload } })
    )

  it("are charged by the component's fields", async () => {
    expect(await pay("cash_app", { grantId: "g", customerId: "c", number: "4111" })).toBe(
      "Approved"
    )
    expect(await pay("amazon_pay", { checkoutSessionId: "s" })).toBe("Approved")
    expect(await pay("amazon_pay", { other: "s" })).toBe("AccountUnavailable")
  })

  it("are only offered by name", () => {
    const account = { accountOf: () => fake.account() }
    expect(adyen(account).capabilities.wallets).not.toContain("cash_app")
    const { capabilities } = adyen({ ...account, wallets: ["cash_app"] })
    expect(capabilities.wallets).toEqual(["cash_app"])
    expect(capabilities.byMethod?.cash_app).toMatchObject({ currencies: ["USD"] })
  })
})
