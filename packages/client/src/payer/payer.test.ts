import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openServedShop, type ServedShop } from "../testing/openServedShop.ts"
import { createPayerClient } from "./createPayerClient.ts"

const origin = "https://shop.example"
let shop: ServedShop

beforeAll(async () => {
  shop = await openServedShop()
})

afterAll(() => shop.payloom.close())

const openSession = async () => {
  const session = await shop.client.checkout.create({
    mode: "payment",
    amount: 1250n,
    currency: "EUR",
    success_url: `${origin}/paid`
  })
  const token = (session as { readonly session_token?: string }).session_token ?? ""
  return createPayerClient({
    baseUrl: "https://pay.shop.example",
    publishableKey: shop.publishableKey,
    sessionToken: token,
    fetch: (url, init) => {
      const headers = { ...(init.headers as Record<string, string>), Origin: origin }
      return shop.fetch(url, { ...init, headers })
    }
  })
}

describe("the payer's client", () => {
  it("reads a session, pays it, and reads the result", async () => {
    const session = await openSession()
    expect(await session.retrieve()).toMatchObject({ amount: "1250", currency: "EUR" })
    const ciphertext = await shop.box.encryptCard("approved")
    const paid = await session.confirm({ method: "card", card: { ciphertext } })
    expect(paid).toMatchObject({ status: "succeeded" })
    expect(await session.status()).toMatchObject({ status: "succeeded", payment: paid.payment })
  })

  it("sends a confirm once, and says how to find out if its answer is lost", async () => {
    const session = await openSession()
    const ciphertext = await shop.box.encryptCard("approved")
    shop.weather.push("lost after")
    shop.sent.length = 0
    const confirm = session.confirm({ method: "card", card: { ciphertext } })
    await expect(confirm).rejects.toMatchObject({
      code: "no_answer",
      outcome: "unknown",
      message: expect.stringContaining("Read the status of the session to find out.")
    })
    expect(shop.sent).toHaveLength(1)
    expect(await session.status()).toMatchObject({ status: "succeeded" })
  })

  it("takes a publishable key only", () => {
    const options = { baseUrl: "https://pay.shop.example", sessionToken: "t" }
    expect(() => createPayerClient({ ...options, publishableKey: shop.secretKey })).toThrow(
      "publishableKey must be a publishable key"
    )
  })
})
