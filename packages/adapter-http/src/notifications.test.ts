import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { itemsOf } from "./testing/shopClient.ts"

const shop = await openShop()
const [primary, secondary] = await shop.merchant.routing.listMids()

const notify = (mid: string | undefined, body: string, headers: Readonly<Record<string, string>>) =>
  shop.post(`/providers/${mid}/notifications`, body, { headers, bearer: null, key: null })

const payment = async (id: unknown) => (await shop.get(`/payments/${id}`)).json

/** Creates a payment that the provider settles after ten seconds, and returns its notification. */
const settledLater = async (card: "pending" | "pending_declined" = "pending") => {
  const { json } = await shop.pay({ payment_instrument: await shop.saveCard(card) })
  expect(json.status).toBe("processing")
  await shop.clock.advance(11_000)
  const [attempt] = json.attempts as Array<string>
  return { id: json.id, ...(await shop.notified("charge", attempt ?? "")) }
}

describe("a provider's notification", () => {
  it("is received by its merchant account, without an API key, and settles its payment", async () => {
    const { id, body, headers } = await settledLater()
    const { status, json } = await notify(primary?.id, body, headers)
    expect([status, json]).toEqual([200, { received: true }])
    expect(await payment(id)).toMatchObject({ status: "succeeded", amount_captured: "1250" })
  })

  it("may report a decline", async () => {
    const { id, body, headers } = await settledLater("pending_declined")
    await notify(primary?.id, body, headers)
    expect(await payment(id)).toMatchObject({
      status: "declined",
      decline: { code: "insufficient_funds" }
    })
  })

  it("that arrives again changes nothing", async () => {
    const { id, body, headers } = await settledLater()
    await notify(primary?.id, body, headers)
    const settled = await payment(id)
    const balance = await shop.merchant.ledger.trialBalance()
    for (let time = 0; time < 2; time++) {
      expect((await notify(primary?.id, body, headers)).status).toBe(200)
    }
    await shop.clock.advance(60_000)
    await shop.work()
    expect(await payment(id)).toEqual(settled)
    expect(await shop.merchant.ledger.trialBalance()).toEqual(balance)
  })

  it("that arrives many times at once settles once", async () => {
    const { id, body, headers } = await settledLater()
    const replies = await Promise.all([1, 2, 3, 4].map(() => notify(primary?.id, body, headers)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const attempts = itemsOf(await shop.get(`/payments/${id}/attempts`))
    expect(attempts.map(({ status }) => status)).toEqual(["captured"])
  })

  it("with a wrong signature is 401 and changes nothing", async () => {
    const { id, body, headers } = await settledLater()
    const forged = [
      await notify(primary?.id, `${body} `, headers),
      await notify(primary?.id, body, {}),
      await notify(primary?.id, body, { ...headers, "sandbox-signature": "v1=00" }),
      await notify(primary?.id, body, { ...headers, "sandbox-timestamp": "1" })
    ]
    for (const { status, error } of forged) {
      expect(status).toBe(401)
      expect(error).toMatchObject({ type: "authentication_error", code: "signature_invalid" })
    }
    expect((await payment(id)).status).toBe("processing")
  })

  it("signed for another merchant account is 401", async () => {
    const { id, body, headers } = await settledLater()
    expect((await notify(secondary?.id, body, headers)).status).toBe(401)
    expect((await payment(id)).status).toBe("processing")
  })

  it("to an unknown merchant account is answered as one without a valid signature", async () => {
    const { body, headers } = await settledLater()
    const stranger = await shop.open()
    const [theirs] = await stranger.merchant.routing.listMids()
    const { request_id, ...expected } = (await notify(theirs?.id, "", {})).error
    expect(expected.code).toBe("signature_invalid")
    for (const mid of ["mid_01KA0000000000000000000000", "x", shop.tenant]) {
      const { status, error } = await notify(mid, body, headers)
      expect([mid, status, error]).toMatchObject([mid, 401, expected])
    }
  })

  it("about a charge of another tenant on the same account changes nothing there", async () => {
    const stranger = await shop.open()
    const [theirs] = await stranger.merchant.routing.listMids()
    const { id, body, headers } = await settledLater()
    expect((await notify(theirs?.id, body, headers)).status).toBe(200)
    expect((await payment(id)).status).toBe("processing")
  })

  it("is at most 1 MiB: 413 body_too_large above", async () => {
    const { status, error } = await notify(primary?.id, "x".repeat(1_048_577), {})
    expect([status, error.code]).toEqual([413, "body_too_large"])
    expect((await notify(primary?.id, "x".repeat(1_048_576), {})).status).toBe(401)
  })

  it("of a refund settles the refund", async () => {
    const card = await shop.saveCard("refund_pending")
    const { id } = (await shop.pay({ payment_instrument: card })).json
    const refund = (await shop.post(`/payments/${id}/refunds`)).json
    await shop.work()
    expect((await payment(id)).status).toBe("succeeded")
    await shop.clock.advance(11_000)
    const { body, headers } = await shop.notified("modification", String(refund.id))
    await notify(primary?.id, body, headers)
    expect(await payment(id)).toMatchObject({ status: "refunded", amount_refunded: "1250" })
  })
})
