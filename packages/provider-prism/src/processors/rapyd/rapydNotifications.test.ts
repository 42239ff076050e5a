import { describe, expect, it } from "vitest"
import type { Ask } from "../../Processor.ts"
import { hmac } from "../../signatures.ts"
import { readRapydNotification } from "./rapydNotifications.ts"
import { isSignedByRapyd } from "./rapydSignature.ts"

const ids = "01J0000000000000000000000A"
const account = {
  accessKey: "test_access_key",
  secretKey: "test_secret_key",
  webhookUrl: "https://webhook.example.com/webhooks/rapyd"
}

const payment = {
  id: "payment_1",
  status: "CLO",
  amount: 12.5,
  original_amount: 12.5,
  currency_code: "EUR",
  merchant_reference_id: `attempt_${ids}`
}

const refund = { id: "refund_1", payment: "payment_1", amount: 5, currency: "EUR" }

const read = async (data: object, status = 200) => {
  const asked: Array<string> = []
  const ask: Ask = async (path) => {
    asked.push(path)
    return { status, headers: {}, body: JSON.stringify({ data: payment }) }
  }
  const body = JSON.stringify({ id: "wh_1", type: "ANY", data, created_at: 1_711_008_868 })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const { accessKey, secretKey, webhookUrl } = account
  const text = `${webhookUrl}salt${timestamp}${accessKey}${secretKey}${body}`
  const signature = Buffer.from(hmac(secretKey, text)).toString("base64")
  const headers = { salt: "salt", timestamp, signature }
  const items = await readRapydNotification(account, { headers, body }, null, { ask })
  return { items, asked }
}

describe("a webhook of Rapyd", () => {
  it("has a signature over the address, the salt, the time, the keys and the body", () => {
    const body = '{"id":"wh_test","type":"PAYMENT_COMPLETED"}'
    const digest = "32ea1cfe5a763de62f4950c8e2c2170497ada1fdbcbe49251f12607d27bb91ca"
    const signature = Buffer.from(digest).toString("base64")
    const headers = { salt: "salt123456", timestamp: "1711008868", signature }
    const isSigned = (at: number, text = body, keys = account) =>
      isSignedByRapyd(keys, account.webhookUrl, headers, text, at)
    expect(isSigned(1_711_008_900_000)).toBe(true)
    expect(isSigned(1_711_008_900_000, `${body} `)).toBe(false)
    expect(isSigned(1_711_008_900_000, body, { ...account, secretKey: "" })).toBe(false)
    expect(isSigned(1_711_019_999_000)).toBe(false)
  })

  it("reports a payment as it is", async () => {
    expect(await read(payment)).toEqual({
      items: [
        {
          _tag: "Charge",
          id: "wh_1",
          occurredAt: 1_711_008_868_000,
          reference: `attempt_${ids}`,
          charge: {
            _tag: "Found",
            providerReference: "payment_1",
            state: "captured",
            amount: 1250n,
            amountCaptured: 1250n,
            currency: "EUR",
            networkReference: null,
            rawCode: null
          }
        }
      ],
      asked: []
    })
  })

  it("asks for the payment if our reference is left out", async () => {
    const { items, asked } = await read({ id: "payment_1", status: "ERR" })
    expect(asked).toEqual(["v1/payments/payment_1"])
    expect(items).toMatchObject([{ _tag: "Charge", charge: { state: "captured" } }])
  })

  it("reports a refund of ours, and one that was made in the Client Portal", async () => {
    const own = { ...refund, status: "Rejected", merchant_reference_id: `refund_${ids}` }
    expect((await read(own)).items).toMatchObject([
      { _tag: "Modification", reference: `refund_${ids}`, modification: { state: "failed" } }
    ])
    const external = { ...refund, status: "Completed", merchant_reference_id: "" }
    expect((await read(external)).items).toMatchObject([
      {
        _tag: "Refund",
        reference: `attempt_${ids}`,
        refund: { providerReference: "refund_1", amount: 500n, state: "succeeded" }
      }
    ])
  })

  it("is ignored if it is about another program's payment, or about something else", async () => {
    expect((await read({ ...payment, merchant_reference_id: "order 7" })).items).toEqual([])
    expect((await read({ id: "dispute_1" })).items).toEqual([])
  })

  it("throws if Rapyd can't be asked, so that Rapyd repeats it", async () => {
    await expect(read({ id: "payment_1" }, 404)).rejects.toThrow("Rapyd answered HTTP 404")
  })
})
