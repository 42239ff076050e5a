import { type CardRelay, type ChargeRequest, unknownAddress } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { adyenApms } from "./adyenMethods.ts"
import { isChargeable, storedToken } from "./paymentMethod.ts"
import { encryptedCard } from "./testing/adyenHarness.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"
import { sentRequest } from "./testing/sentRequest.ts"

const asked = (changes: Partial<ChargeRequest> = {}, threeDs = "redirect" as const) =>
  sentRequest(chargeRequest(changes), undefined, threeDs)

const stored = {
  _tag: "Vaulted",
  vaultReference: "v",
  token: storedToken("M5N7", "shopper_1")
} as const

describe("the request of a charge to Adyen", () => {
  it("has our reference, the amount, and the return URL", async () => {
    expect(await asked()).toMatchObject({
      merchantAccount: "ShopEU",
      reference: "attempt_01J0000000000000000000000A",
      amount: { value: 1250, currency: "EUR" },
      returnUrl: "https://shop.example/back?order=1",
      origin: "https://shop.example",
      channel: "Web",
      redirectToIssuerMethod: "GET",
      paymentMethod: encryptedCard(),
      shopperInteraction: "Ecommerce"
    })
  })

  it("says if it captures at once, whatever the account's setting is", async () => {
    expect(await asked()).toMatchObject({
      captureDelayHours: 0,
      additionalData: { manualCapture: "false" }
    })
    const held = await asked({ capture: false })
    expect(held.additionalData).toEqual({ manualCapture: "true" })
    expect(held).not.toHaveProperty("captureDelayHours")
  })

  it("forbids 3-D Secure if no payer is there", async () => {
    const unseen = await asked({ returnUrl: null })
    expect(unseen.authenticationData).toMatchObject({ attemptAuthentication: "never" })
    expect(unseen).not.toHaveProperty("origin")
  })

  it.each([
    ["recurring", "first", "Subscription", "Ecommerce"],
    ["unscheduled", "first", "UnscheduledCardOnFile", "Ecommerce"],
    ["installment", "first", "Subscription", "Ecommerce"],
    ["recurring", "subsequent", "Subscription", "ContAuth"],
    ["unscheduled", "subsequent", "UnscheduledCardOnFile", "ContAuth"]
  ] as const)("of a %s agreement, %s, is %s by %s", async (usage, position, model, interaction) => {
    const isFirst = position === "first"
    const networkReference = isFirst ? null : "MCC1234"
    const sent = await asked({
      agreement: { usage, position, networkReference },
      initiator: isFirst ? "customer" : "merchant",
      customer: { id: "customer_1", email: null, name: null }
    })
    expect(sent).toMatchObject({
      recurringProcessingModel: model,
      shopperInteraction: interaction,
      shopperReference: "customer_1"
    })
    // A later charge has its source's own details, so it doesn't use the stored ones.
    expect(sent).not.toHaveProperty("storePaymentMethod")
    expect(sent.additionalData?.networkTxReference).toBe(isFirst ? undefined : "MCC1234")
  })

  it("of a stored card names its shopper, and stores nothing", async () => {
    const sent = await asked({ source: stored, returnUrl: null })
    expect(sent).toMatchObject({
      paymentMethod: { type: "scheme", storedPaymentMethodId: "M5N7" },
      shopperReference: "shopper_1",
      shopperInteraction: "ContAuth",
      recurringProcessingModel: "CardOnFile"
    })
    expect(sent).not.toHaveProperty("storePaymentMethod")
    expect((await asked({ source: stored, type: "moto" })).shopperInteraction).toBe("Moto")
  })

  it("without a security code is for a card on file, with or without the payer", async () => {
    const onFile = { shopperInteraction: "ContAuth", recurringProcessingModel: "CardOnFile" }
    const sent = await asked({ source: stored })
    expect(sent).toMatchObject(onFile)
    expect(sent.authenticationData).not.toHaveProperty("attemptAuthentication")
    const source = { _tag: "Vaulted", vaultReference: "card_1" } as const
    const marks = { number: "n", expiryMonth: "03", expiryYear: "2030", holderName: null }
    const relayed = (securityCode: string | null) => {
      const relay = { marksOf: async () => ({ ...marks, securityCode }), fetch } as CardRelay
      return sentRequest(chargeRequest({ source }), relay)
    }
    expect(await relayed(null)).toMatchObject(onFile)
    expect(await relayed("c")).toMatchObject({ shopperInteraction: "Ecommerce" })
  })

  it("never has the security code if the merchant initiates the charge", async () => {
    const relay = {
      marksOf: async () => ({
        number: "n",
        expiryMonth: "03",
        expiryYear: "2030",
        securityCode: "c",
        holderName: null
      }),
      fetch
    } as CardRelay
    const agreement = { usage: "recurring", position: "subsequent", networkReference: "n" } as const
    for (const vaultReference of ["card_1", JSON.stringify(encryptedCard())]) {
      const source = { _tag: "Vaulted", vaultReference } as const
      const bodyBy = (changes: Partial<ChargeRequest>) =>
        sentRequest(chargeRequest({ source, ...changes }), relay)
      const hasCode = /"cvc"|encryptedSecurityCode/
      for (const how of [
        { agreement },
        { agreement: null },
        { type: "subscription_rebill" }
      ] as const) {
        const sent = await bodyBy({ ...how, initiator: "merchant", returnUrl: null })
        expect(JSON.stringify(sent)).not.toMatch(hasCode)
        expect(sent.shopperInteraction).toBe("ContAuth")
        expect(sent.recurringProcessingModel).toBeDefined()
        expect(sent.shopperReference).toBeDefined()
      }
      expect(JSON.stringify(await bodyBy({ initiator: "customer" }))).toMatch(hasCode)
    }
  })

  it.each([
    ["first", "customer", "CardOnFile"],
    ["first", "merchant", "Subscription"],
    ["subsequent", "merchant", "Subscription"]
  ] as const)(
    "of a stored card by an agreement, %s, by the %s, is ContAuth and %s",
    async (position, initiator, model) => {
      const agreement = { usage: "recurring", position, networkReference: null } as const
      const sent = await asked({ source: stored, agreement, initiator })
      expect(sent.shopperInteraction).toBe("ContAuth")
      expect(sent.recurringProcessingModel).toBe(model)
      expect(sent.authenticationData).not.toHaveProperty("attemptAuthentication")
    }
  )

  it("has the results of another 3DS server, and the exemption", async () => {
    const threeDs = {
      status: "authenticated",
      flow: "challenge",
      version: "2.2.0",
      eci: "05",
      authenticationValue: "Y2F2dg==",
      transactionId: "ds-1",
      exemption: "low_value"
    } as const
    const sent = await asked({ threeDs })
    expect(sent.mpiData).toEqual({
      cavv: "Y2F2dg==",
      dsTransID: "ds-1",
      eci: "05",
      threeDSVersion: "2.2.0",
      directoryResponse: "C",
      authenticationResponse: "Y"
    })
    expect(sent.additionalData).toMatchObject({ scaExemption: "lowValue" })
    const attempted = await asked({
      threeDs: { ...threeDs, status: "attempted", flow: "frictionless" }
    })
    expect(attempted.mpiData).toMatchObject({ directoryResponse: "A" })
    expect(attempted.mpiData).not.toHaveProperty("authenticationResponse")
  })

  it("requests an exemption in place of an authentication", async () => {
    const sent = await asked({ exemption: "transaction_risk_analysis" })
    expect(sent.additionalData).toMatchObject({ scaExemption: "transactionRiskAnalysis" })
    expect(sent.authenticationData).toMatchObject({ attemptAuthentication: "never" })
  })

  it("describes the payer and their browser, if all of it is known", async () => {
    const device = {
      ip: "192.0.2.1",
      userAgent: "Mozilla",
      acceptHeader: "*/*",
      language: "de-DE",
      screen: { width: 1280, height: 720, colorDepth: 26 },
      timeZone: "Europe/Berlin",
      utcOffsetMinutes: -120
    }
    const sent = await asked({
      device,
      customer: { id: "customer_1", email: "a@example.com", name: "Ada de Lovelace" },
      statementDescriptor: "SHOP* ÄÖ order, that is far too long",
      metadata: { order: "1", "a key that is too long by far": "x" }
    })
    expect(sent).toMatchObject({
      shopperIP: "192.0.2.1",
      shopperLocale: "de-DE",
      shopperEmail: "a@example.com",
      shopperName: { firstName: "Ada de", lastName: "Lovelace" },
      shopperStatement: "SHOP* AeOe order, that",
      metadata: { order: "1" },
      browserInfo: { colorDepth: 24, timeZoneOffset: -120, screenWidth: 1280 }
    })
    const unseen = await asked({ device: { ...device, acceptHeader: null } })
    expect(unseen).not.toHaveProperty("browserInfo")
  })

  it("has names of at most 80 characters, which are cut between characters", async () => {
    const nameOf = async (name: string) =>
      (await asked({ customer: { id: "customer_1", email: null, name } })).shopperName
    const long = `${"a".repeat(79)}\u{1F600}`
    expect(await nameOf(`${long} ${long}`)).toEqual({
      firstName: "a".repeat(79),
      lastName: "a".repeat(79)
    })
  })

  it("has a whole address or none", async () => {
    expect(await asked()).not.toHaveProperty("billingAddress")
    const address = { ...unknownAddress, line1: "1 Main St", postalCode: "10001-1234" }
    const sent = await asked({ billingAddress: { ...address, country: "US", state: "NY" } })
    expect(sent.billingAddress).toEqual({
      street: "1 Main St",
      houseNumberOrName: "N/A",
      city: "N/A",
      postalCode: "10001",
      country: "US",
      stateOrProvince: "NY"
    })
  })

  it("has the payloads of wallets", async () => {
    const pay = async (wallet: string, payload: object) =>
      (await asked({ source: { _tag: "Wallet", wallet, payload: payload as never } })).paymentMethod
    const paymentData = { data: "x", version: "EC_v1" }
    const applePayToken = Buffer.from(JSON.stringify(paymentData)).toString("base64")
    for (const payload of [{ token: { paymentData } }, { paymentData }, { applePayToken }]) {
      expect(await pay("apple_pay", payload)).toEqual({ type: "applepay", applePayToken })
    }
    const tokenizationData = { type: "PAYMENT_GATEWAY", token: "{}" }
    for (const payload of [{ paymentMethodData: { tokenizationData } }, { googlePayToken: "{}" }]) {
      expect(await pay("google_pay", payload)).toEqual({ type: "googlepay", googlePayToken: "{}" })
    }
    await expect(pay("google_pay", {})).rejects.toMatchObject({ _tag: "AccountUnavailable" })
    await expect(pay("toString", {})).rejects.toMatchObject({ _tag: "AccountUnavailable" })
  })

  it("never has a plain card number of a payload", async () => {
    const card = { ...encryptedCard(), number: "4111111111111111", cvc: "737" }
    const source = { _tag: "Vaulted", vaultReference: JSON.stringify(card) } as const
    expect(JSON.stringify(await asked({ source }))).not.toContain('"4111')
  })

  it("is only built for sources that the account can charge", () => {
    const can = (source: ChargeRequest["source"]) => isChargeable(source, undefined, adyenApms)
    expect(can(stored)).toBe(true)
    expect(can({ ...stored, token: "tok_of_another" })).toBe(false)
    expect(can({ _tag: "Vaulted", vaultReference: "card_1" })).toBe(false)
    expect(can({ _tag: "Apm", apm: "constructor" })).toBe(false)
    // Adyen accepts neither of these two without the bank that the payer chose.
    expect(can({ _tag: "Apm", apm: "eps" })).toBe(false)
    expect(can({ _tag: "Apm", apm: "przelewy24" })).toBe(false)
  })
})
