import { describe, expect, it } from "vitest"
import { openTill } from "./testing/openTill.ts"

describe("a mutation over HTTP", () => {
  it("is recorded with the id of its API key and of its request", async () => {
    const shop = await openTill()
    const id = await shop.charged()
    const before = (await shop.merchant.audit.list({ subject: id })).data
    expect(before).toMatchObject([{ operation: "payments.create", subject: id }])
    const answer = await shop.refund(id, { amount: "400" })
    const [entry] = (await shop.merchant.audit.list({ subject: id })).data
    expect(entry).toMatchObject({
      actor: { type: "api_key", id: expect.stringMatching(/^key_/) },
      operation: "payments.refund",
      subject: id,
      reason: null,
      request: answer.headers.get("request-id")
    })
  })

  it("has no entry if it only reads", async () => {
    const shop = await openTill()
    await shop.get("/payments")
    expect((await shop.merchant.audit.list()).data).toEqual([])
  })
})
