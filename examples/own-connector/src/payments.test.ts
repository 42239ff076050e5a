import { join } from "node:path"
import { serveNode } from "@payloom/adapter-http/node"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { describe, expect, it, onTestFinished } from "vitest"
import { bankAccounts } from "./bank/bankAccounts.ts"
import { startBank } from "./startBank.ts"
import { openWorld } from "./testing/openWorld.ts"
import { payerAt } from "./testing/payerAt.ts"

describe("a payment by card", () => {
  it("cascades if the bank refuses one account and another can't reach the issuer", async () => {
    const { shop, controls, pay } = await openWorld(["closed", "north", "south"])
    const payment = await pay("tok_not_at_north")
    expect(payment.status).toBe("succeeded")
    const attempts = await shop.payments.explain(payment.id)
    expect(
      attempts.map(({ status, rawCode, decline }) => [status, rawCode, decline?.code])
    ).toEqual([
      ["failed", "http_401", "processing_error"],
      ["declined", "no_line_to_issuer", "issuer_unavailable"],
      ["captured", null, undefined]
    ])
    const charges = await Promise.all(attempts.map(({ attempt }) => controls.books(attempt)))
    expect(charges.map((book) => book.charges.map(({ status }) => status))).toEqual([
      [],
      ["declined"],
      ["taken"]
    ])
  })

  it("stops at a code that the connector doesn't know", async () => {
    const { shop, pay } = await openWorld(["north", "south"])
    const payment = await pay("tok_odd")
    expect([payment.status, payment.decline?.code]).toEqual(["declined", "card_declined"])
    expect(await shop.payments.explain(payment.id)).toMatchObject([{ rawCode: "computer_says_no" }])
  })

  it("is looked up and charged once if its answer was lost", async () => {
    const { shop, controls, pay, recover } = await openWorld()
    await controls.nextAnswer("breaks")
    const { id, status, attempts } = await pay("tok_good")
    expect(status).toBe("processing")
    await recover()
    expect(await shop.payments.retrieve(id)).toMatchObject({ status: "succeeded", attempts })
    expect((await controls.books(attempts[0] ?? "")).charges).toHaveLength(1)
  })

  it("is looked up and charged once if the bank's process died before its answer", async () => {
    const { folder, remove } = temporaryFolder()
    onTestFinished(remove)
    const journal = join(folder, "bank.jsonl")
    const { bank, shop, controls, pay, recover } = await openWorld(["north"], { journal })
    await controls.nextAnswer("hangs")
    const paying = pay("tok_good")
    await expect.poll(controls.charged).toBe(1)
    await bank.kill()
    const { id, status, attempts } = await paying
    expect(status).toBe("processing")
    const again = await startBank({ port: bank.port, journal })
    onTestFinished(again.kill)
    await recover()
    expect((await shop.payments.retrieve(id)).status).toBe("succeeded")
    expect((await controls.books(attempts[0] ?? "")).charges).toHaveLength(1)
  })

  it("is settled by the bank's notification once the bank has decided", async () => {
    const { bank, payloom, shop, controls, pay } = await openWorld()
    const { url, close } = await serveNode(payloom, { port: 0 })
    onTestFinished(close)
    const [mid] = await shop.routing.listMids()
    await fetch(`${bank.url}/webhook`, {
      method: "PUT",
      headers: { authorization: `Bearer ${bankAccounts.north.apiKey}` },
      body: JSON.stringify({ url: `${url}/providers/${mid?.id}/notifications` })
    })
    const { id, status, attempts } = await pay("tok_later")
    expect(status).toBe("processing")
    expect(await controls.settle(attempts[0] ?? "")).toBe(200)
    expect((await shop.payments.retrieve(id)).status).toBe("succeeded")
  })
})

describe("a payer who is sent to the bank's page", () => {
  const returnUrl = "https://shop.example/back"

  const sendPayer = async () => {
    const { payloom, shop, controls } = await openWorld()
    await payloom.tenants.updateAccount(shop.scope, { returnOrigins: ["https://shop.example"] })
    const session = await shop.checkout.create(
      { amount: 1250n, currency: "ISK" },
      { idempotencyKey: "order-1" }
    )
    const key = await payloom.tenants.createApiKey(shop.scope, "publishable")
    const payer = payloom.payer({
      publishableKey: key.secret,
      sessionToken: session.sessionToken ?? ""
    })
    const { action } = await payer.confirm({ method: "apm", apm: { type: "bank_page" }, returnUrl })
    const page = action?.type === "redirect" ? action.url : ""
    return { payer, page, controls, shop, session }
  }

  it("has paid after an approval and the return to the shop", async () => {
    const { payer, page, controls, shop, session } = await sendPayer()
    const returned = await payerAt(page, "approve")
    expect((await payer.status()).status).toBe("requires_action")
    const { status, payment } = await payer.confirm({ method: "apm", returned })
    expect(status).toBe("succeeded")
    expect((await shop.checkout.retrieve(session.id)).status).toBe("succeeded")
    const [attempt] = await shop.payments.explain(payment ?? "")
    expect((await controls.books(attempt?.attempt ?? "")).charges).toMatchObject([
      { status: "taken", amount: "125000", currency: "ISK" }
    ])
  })

  it("may pay again after a refusal", async () => {
    const { payer, page } = await sendPayer()
    const returned = await payerAt(page, "refuse")
    const { status, decline } = await payer.confirm({ method: "apm", returned })
    expect([status, decline?.code]).toEqual(["declined", "authentication_failed"])
  })

  it("has not paid after a return without an answer, and can't approve any more", async () => {
    const { payer, page } = await sendPayer()
    expect((await payer.confirm({ method: "apm", returned: true })).status).toBe("declined")
    await expect(payerAt(page, "approve")).rejects.toThrow("410")
  })
})
