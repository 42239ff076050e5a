import { describe, expect, it } from "vitest"
import type { Ask } from "../../Processor.ts"
import { readMollieNotification } from "./mollieNotifications.ts"

const ids = "01J0000000000000000000000A"
const account = { apiKey: "test_1", profileId: "pfl_1" }

const payment = {
  id: "tr_1",
  status: "paid",
  amount: { value: "12.50", currency: "EUR" },
  amountRefunded: { value: "5.00", currency: "EUR" },
  metadata: { orderId: `attempt_${ids}` },
  _embedded: {
    refunds: [{ id: "re_1", status: "pending", metadata: { orderId: `refund_${ids}` } }]
  }
}

const read = (body: string, status: number, answer: object) => {
  const asked: Array<string> = []
  const ask: Ask = async (path) => {
    asked.push(path)
    return { status, headers: {}, body: JSON.stringify(answer) }
  }
  const result = readMollieNotification(account, { headers: {}, body }, null, { ask })
  return result.then((notifications) => ({ notifications, asked }))
}

describe("a webhook of Mollie", () => {
  it("reports the payment and its refunds as Mollie has them", async () => {
    const { notifications, asked } = await read("id=tr_1", 200, payment)
    expect(asked).toEqual(["payments/tr_1?embed=refunds"])
    expect(notifications).toMatchObject([
      {
        _tag: "Charge",
        id: "tr_1.captured",
        reference: `attempt_${ids}`,
        charge: { state: "captured", amount: 1250n, currency: "EUR" }
      },
      {
        _tag: "Modification",
        id: "re_1.pending",
        reference: `refund_${ids}`,
        modification: { state: "pending", providerReference: "re_1" }
      }
    ])
  })

  it("is rejected if the account has no such payment, and Mollie isn't asked for other bodies", async () => {
    expect((await read("id=tr_1", 404, {})).notifications).toBeNull()
    for (const body of ["", "id=", "id=tr_1&x=1", "id=tr_1/refunds", "{}"]) {
      expect(await read(body, 200, payment)).toEqual({ notifications: null, asked: [] })
    }
  })

  it("throws if Mollie fails, so that Mollie repeats the webhook", async () => {
    await expect(read("id=tr_1", 422, {})).rejects.toThrow("Mollie answered 422.")
  })

  it("is ignored if it is about another program's payment", async () => {
    const other = { ...payment, metadata: { orderId: "order 7" } }
    expect((await read("id=tr_1", 200, other)).notifications).toEqual([])
  })
})
