import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { adyen } from "../adyen.ts"
import { encryptedCard } from "../testing/adyenHarness.ts"
import { listedReasons } from "../testing/adyenLists.ts"
import { chargeRequest } from "../testing/chargeRequest.ts"
import { type FakeAdyenOptions, startFakeAdyen } from "./index.ts"

const open = async (options: FakeAdyenOptions = {}) => {
  const fake = await startFakeAdyen(options)
  onTestFinished(fake.close)
  const provider = adyen({ baseUrl: fake.url, accountOf: (name) => fake.account(name) })
  const references = (number: number) => `attempt_${String(number).padStart(26, "0")}`
  const charge = (number: number, holderName?: string, more = {}) =>
    Effect.runPromise(
      provider.charge(
        chargeRequest({
          reference: references(number),
          source: { _tag: "Vaulted", vaultReference: JSON.stringify(encryptedCard(holderName)) },
          ...more
        })
      )
    )
  const control = async (path: string, body?: object) => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    const response = await fetch(`${fake.url}/_fake/${path}`, init)
    return { status: response.status, body: await response.json() }
  }
  return { fake, charge, control, references }
}

describe("a fake of Adyen", () => {
  it("is controlled by another process", async () => {
    const { charge, control, references } = await open()
    await control("next", { fault: { _tag: "fails_after", status: 502 }, kind: "charge" })
    expect((await charge(1))._tag).toBe("Unknown")
    expect((await control("totals")).body).toEqual({ EUR: 1250 })
    expect((await control(`payments/${references(1)}`)).body).toMatchObject([{ captured: 1250 }])
    const args = [references(1), 250]
    expect((await control("dashboard/refund", { args })).body).toMatchObject({ kind: "refund" })
    expect((await control("totals")).body).toEqual({ EUR: 1000 })
    await charge(2, "CHALLENGE")
    const answered = await control(`payer/${references(2)}`, { approves: true })
    expect(answered.body.result).toContain("fake.")
    await control("break-down", { how: 503 })
    expect((await charge(3))._tag).toBe("Unknown")
    await control("clear", {})
    expect((await charge(3))._tag).toBe("Approved")
  })

  it("decides by the holder's name as Adyen's test platform does", async () => {
    const { fake, charge } = await open()
    for (const [index, [rawCode, name, holderName]] of listedReasons.entries()) {
      const outcome = await charge(index, holderName)
      if (name === "") expect(outcome._tag).not.toBe("Declined")
      else expect(outcome).toMatchObject({ _tag: "Declined", rawCode })
    }
    expect(await charge(100, "CVC_DECLINED : N7")).toMatchObject({ networkCode: "N7" })
    const paid = (holderName: string) =>
      fetch(`${fake.url}/v72/payments`, {
        method: "POST",
        headers: { "x-api-key": fake.account().apiKey },
        body: JSON.stringify({
          merchantAccount: "main",
          reference: "order-1",
          amount: { value: 1250, currency: "EUR" },
          returnUrl: "https://shop.example/back",
          paymentMethod: encryptedCard(holderName)
        })
      }).then((response) => response.json())
    for (const [, name, holderName, resultCode] of listedReasons) {
      if (name !== "") expect(await paid(holderName)).toMatchObject({ resultCode })
    }
  })

  it("refuses requests that Adyen would refuse", async () => {
    const { fake } = await open()
    const { apiKey, merchantAccount } = fake.account()
    const send = async (path: string, body: object) => {
      const response = await fetch(`${fake.url}/v72/${path}`, {
        method: "POST",
        headers: { "x-api-key": apiKey },
        body: JSON.stringify({ merchantAccount, ...body })
      })
      return response.json()
    }
    const pay = (more: object) =>
      send("payments", {
        reference: "order-1",
        amount: { value: 1250, currency: "EUR" },
        returnUrl: "https://shop.example/back",
        ...more
      })
    const { id } = await send("storedPaymentMethods", {
      shopperReference: "shopper_1",
      recurringProcessingModel: "CardOnFile",
      paymentMethod: encryptedCard()
    })
    const stored = {
      shopperReference: "shopper_1",
      paymentMethod: { type: "scheme", storedPaymentMethodId: id }
    }
    const onFile = { ...stored, shopperInteraction: "ContAuth" }
    expect(await pay(stored)).toMatchObject({ errorCode: "820" })
    expect(await pay(onFile)).toMatchObject({ errorCode: "807" })
    const charged = await pay({ ...onFile, recurringProcessingModel: "CardOnFile" })
    expect(charged.additionalData.cvcResult).toBe("6 No CVC/CVV provided")
    for (const type of ["eps", "onlineBanking_PL"]) {
      expect(await pay({ paymentMethod: { type } })).toMatchObject({ errorCode: "14_020" })
    }
  })

  it("reports refusals in Adyen's words, and refuses to hold a bank payment", async () => {
    const { fake, charge, references } = await open()
    await charge(1, "CVC_DECLINED : N7")
    const [refused] = fake.events.all()
    expect(refused).toMatchObject({
      success: "false",
      additionalData: { refusalReasonRaw: "N7 : CVC_DECLINED" }
    })
    expect(refused?.additionalData).not.toHaveProperty("cardPaymentMethod")
    await charge(2, "A", { source: { _tag: "Apm", apm: "ideal" } })
    fake.payerAnswers(references(2), true)
    expect(fake.events.all().at(-1)).toMatchObject({ operations: ["REFUND"] })
  })

  it("fails at random, the same way for the same seed, and charges nobody twice", async () => {
    const run = async (seed: string) => {
      const { fake, charge } = await open({ seed })
      fake.faults.chances({
        drops_before: 0.2,
        drops_after: 0.2,
        fails_after: 0.2,
        fails_before: 0.1
      })
      const outcomes: Array<string> = []
      for (let number = 0; number < 40; number += 1) outcomes.push((await charge(number))._tag)
      fake.faults.clear()
      for (let number = 0; number < 40; number += 1) await charge(number)
      expect(fake.allPayments()).toHaveLength(40)
      expect(fake.totals()).toEqual({ EUR: 40 * 1250 })
      return outcomes
    }
    const outcomes = await run("a")
    expect(new Set(outcomes)).toEqual(new Set(["Approved", "Unknown", "AccountUnavailable"]))
    expect(await run("a")).toEqual(outcomes)
    expect(await run("b")).not.toEqual(outcomes)
  })

  it("forgets an idempotency key after its time, by its own clock", async () => {
    let now = 0
    const { fake, charge } = await open({ now: () => now, idempotencyHours: 1 })
    await charge(1)
    now = 3_600_000
    await charge(1)
    expect(fake.allPayments()).toHaveLength(2)
  })

  it("posts webhooks until they are accepted, some late and some twice", async () => {
    const { fake, charge } = await open()
    let turnedAway = 0
    const heard: Array<string> = []
    const server = createServer(async (request, response) => {
      const body = await text(request)
      turnedAway += 1
      if (turnedAway <= 2) return response.writeHead(500).end()
      heard.push(JSON.parse(body).notificationItems[0].NotificationRequestItem.eventCode)
      return response.writeHead(202).end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    fake.events.sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    fake.events.setFaults({ duplicates: 1, lateByMs: 20 })
    await charge(1)
    await fake.events.idle()
    expect(heard).toEqual(["AUTHORISATION", "AUTHORISATION"])
    expect(turnedAway).toBe(4)
  })
})
