import { type CheckoutResult, Payloom } from "@payloom/core"
import { memory, type Sandbox, type SandboxApm, sandbox } from "@payloom/testkit"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bankNotifications } from "./bankNotifications.ts"
import { bankPages } from "./bankPages.ts"
import { allowReturnsTo } from "./sandboxAccount.ts"
import { pagesAt } from "./sandboxPages.ts"

const shopUrl = "https://shop.example"
const returnUrl = `${shopUrl}/orders/1?from=bank#token=secret`
const bankStyle = { path: "/assets/bank.css", type: "text/css", text: "", hash: "sha384-x" }

const openShop = async (box: Sandbox) => {
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false
  })
  const merchant = await box.openShop(payloom)
  await allowReturnsTo(payloom, merchant, shopUrl)
  const { secret: publishableKey } = await payloom.tenants.createApiKey(
    merchant.scope,
    "publishable"
  )
  return { payloom, merchant, publishableKey }
}

describe("the sandbox bank's page", () => {
  const box = sandbox(pagesAt("https://bank.example"))
  let shop: Awaited<ReturnType<typeof openShop>>
  beforeAll(async () => {
    shop = await openShop(box)
  })
  afterAll(() => shop.payloom.close())

  /** Where a payer of so much is sent, who chose this method. */
  const sentBy = async (type: SandboxApm, amount = 1250n, currency = "EUR") => {
    const session = await shop.merchant.checkout.create(
      { amount, currency },
      { idempotencyKey: crypto.randomUUID() }
    )
    const payer = shop.payloom.payer({
      publishableKey: shop.publishableKey,
      sessionToken: session.sessionToken ?? ""
    })
    const confirmed = await payer.confirm({ method: "apm", apm: { type }, returnUrl })
    const statusNow = async () => (await payer.status()).status
    return { payer, statusNow, url: addressIn(confirmed) }
  }

  const pages = (notify?: (reference: string) => Promise<void>) =>
    bankPages({
      bank: box.bank,
      assets: async () => ({ bankStyle }),
      notify: notify ?? bankNotifications(shop.payloom, shop.merchant, box),
      run: Effect.runPromise
    })
  const read = async (url: string) => {
    const response = await pages().request(url)
    const policy = response.headers.get("content-security-policy") ?? ""
    return { status: response.status, policy, text: await response.text() }
  }
  const answer = async (url: string, outcome: string, more = "", bank = pages()) => {
    const body = new URLSearchParams({ outcome })
    const response = await bank.request(url + more, { method: "POST", body })
    return { status: response.status, location: response.headers.get("location") }
  }

  it.each([
    [1250n, "EUR", "€12.50"],
    [5n, "USD", "$0.05"],
    [1250n, "JPY", "¥1,250"],
    [123_456_789_012_345n, "EUR", "€1,234,567,890,123.45"]
  ])("shows who asks for how much: %s of %s are %s", async (amount, currency, price) => {
    const { url } = await sentBy("sandbox_bank", amount, currency)
    const { status, text } = await read(url)
    expect([status, text.includes(price), text.includes("<h1>Sandbox bank</h1>")]).toEqual([
      200,
      true,
      true
    ])
  })

  it("sends who approves back, and the session has succeeded by then", async () => {
    const { url, statusNow } = await sentBy("sandbox_bank")
    expect(await answer(url, "approved")).toEqual({ status: 303, location: returnUrl })
    expect(await statusNow()).toBe("succeeded")
  })

  it("sends who refuses back as well, and the session has been declined by then", async () => {
    const { url, statusNow } = await sentBy("sandbox_bank")
    expect(await answer(url, "refused")).toEqual({ status: 303, location: returnUrl })
    expect(await statusNow()).toBe("declined")
  })

  it("thanks who pays a voucher, and sends them nowhere", async () => {
    const { url, statusNow } = await sentBy("sandbox_voucher")
    const { pathname } = new URL(url)
    expect(await answer(url, "approved")).toEqual({ status: 303, location: pathname })
    const { text } = await read(url)
    expect(text).toContain("Paid.")
    expect(text).toContain("You can close this page.")
    expect(text).not.toMatch(/<form|<a /)
    expect(await statusNow()).toBe("succeeded")
  })

  it("says that it was answered, shows the way back, and takes no other answer", async () => {
    const { url, statusNow } = await sentBy("sandbox_bank")
    await answer(url, "approved")
    const { pathname } = new URL(url)
    expect(await answer(url, "refused")).toEqual({ status: 303, location: pathname })
    const { status, text } = await read(url)
    expect([status, text.includes("answered already"), text.includes("<form")]).toEqual([
      200,
      true,
      false
    ])
    expect(text).toContain(`href="${returnUrl}"`)
    expect(await statusNow()).toBe("succeeded")
  })

  it("asks nobody about a payment that is under way by itself", async () => {
    const { payer } = await sentBy("sandbox_transfer")
    expect((await payer.status()).status).toBe("processing")
    const charge = (await Effect.runPromise(box.bank.charges())).at(-1)
    const url = `https://bank.example/sandbox/bank/${charge?.reference}`
    expect((await read(url)).text).toContain("needs no answer")
    await answer(url, "refused")
    expect((await Effect.runPromise(box.bank.charges())).at(-1)?.state).toBe("pending")
  })

  it("knows no other payments, and answers for none", async () => {
    const url = "https://bank.example/sandbox/bank/attempt_none"
    const { status, text, policy } = await read(url)
    expect([status, text.includes("no such payment")]).toEqual([404, true])
    expect(policy).toContain("form-action 'none'")
    expect(await answer(url, "approved")).toEqual({
      status: 303,
      location: "/sandbox/bank/attempt_none"
    })
  })

  it("goes where the engine said, whatever the request says", async () => {
    const { url } = await sentBy("sandbox_bank")
    const evil = encodeURIComponent("https://evil.example/")
    const more = `?returnUrl=${evil}&return_url=${evil}`
    expect((await answer(url, "approved", more)).location).toBe(returnUrl)
    const again = await answer(url, "approved", more)
    expect(again.location).toBe(new URL(url).pathname)
    expect((await read(url + more)).text).not.toContain("evil.example")
  })

  it("forbids what it doesn't need, and leaves its form for the shop alone", async () => {
    const { url } = await sentBy("sandbox_bank")
    const { policy } = await read(url)
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "base-uri 'none'",
      `form-action 'self' ${shopUrl}`,
      "style-src 'self'",
      "img-src data:",
      "frame-ancestors 'none'"
    ])
    expect((await read((await sentBy("sandbox_voucher")).url)).policy).toContain(
      "form-action 'self';"
    )
    await answer(url, "approved")
    expect((await read(url)).policy).toContain("form-action 'none'")
  })

  it("sends the payer back though its notification fails, and the engine asks by itself", async () => {
    const { url, payer, statusNow } = await sentBy("sandbox_bank")
    const deaf = pages(() => Promise.reject(new Error("Nobody listens.")))
    expect(await answer(url, "approved", "", deaf)).toEqual({ status: 303, location: returnUrl })
    expect(await statusNow()).toBe("requires_action")
    expect((await payer.confirm({ method: "apm", returned: true })).status).toBe("succeeded")
  })
})

/** The address in what the payer is to do; none where nothing is. */
const addressIn = ({ action }: CheckoutResult): string =>
  /https:[^\s"]+?(?=\.?["\s])/.exec(JSON.stringify(action))?.[0] ?? ""
