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

  /** Returns the address to which a payer with this amount and method is sent. */
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
  ])("shows the amount: %s of %s are %s", async (amount, currency, price) => {
    const { url } = await sentBy("sandbox_bank", amount, currency)
    const { status, text } = await read(url)
    expect([status, text.includes(price), text.includes("<h1>Sandbox bank</h1>")]).toEqual([
      200,
      true,
      true
    ])
  })

  it("sends the payer back after an approval, when the session has already succeeded", async () => {
    const { url, statusNow } = await sentBy("sandbox_bank")
    expect(await answer(url, "approved")).toEqual({ status: 303, location: returnUrl })
    expect(await statusNow()).toBe("succeeded")
  })

  it("sends the payer back after a refusal, when the session is already declined", async () => {
    const { url, statusNow } = await sentBy("sandbox_bank")
    expect(await answer(url, "refused")).toEqual({ status: 303, location: returnUrl })
    expect(await statusNow()).toBe("declined")
  })

  it("shows a paid voucher, without a redirect", async () => {
    const { url, statusNow } = await sentBy("sandbox_voucher")
    const { pathname } = new URL(url)
    expect(await answer(url, "approved")).toEqual({ status: 303, location: pathname })
    const { text } = await read(url)
    expect(text).toContain("Paid.")
    expect(text).toContain("You can close this page.")
    expect(text).not.toMatch(/<form|<a /)
    expect(await statusNow()).toBe("succeeded")
  })

  it("shows the answer and a link back, and accepts no second answer", async () => {
    const { url, statusNow } = await sentBy("sandbox_bank")
    await answer(url, "approved")
    const { pathname } = new URL(url)
    expect(await answer(url, "refused")).toEqual({ status: 303, location: pathname })
    const { status, text } = await read(url)
    expect([status, text.includes("already answered"), text.includes("<form")]).toEqual([
      200,
      true,
      false
    ])
    expect(text).toContain(`href="${returnUrl}"`)
    expect(await statusNow()).toBe("succeeded")
  })

  it("asks nothing about a payment that needs no payer", async () => {
    const { payer } = await sentBy("sandbox_transfer")
    expect((await payer.status()).status).toBe("processing")
    const charge = (await Effect.runPromise(box.bank.charges())).at(-1)
    const url = `https://bank.example/sandbox/bank/${charge?.reference}`
    expect((await read(url)).text).toContain("needs no answer")
    await answer(url, "refused")
    expect((await Effect.runPromise(box.bank.charges())).at(-1)?.state).toBe("pending")
  })

  it("answers 404 for an unknown payment", async () => {
    const url = "https://bank.example/sandbox/bank/attempt_none"
    const { status, text, policy } = await read(url)
    expect([status, text.includes("no such payment")]).toEqual([404, true])
    expect(policy).toContain("form-action 'none'")
    expect(await answer(url, "approved")).toEqual({
      status: 303,
      location: "/sandbox/bank/attempt_none"
    })
  })

  it("redirects only to the engine's return URL, even if the request names another one", async () => {
    const { url } = await sentBy("sandbox_bank")
    const evil = encodeURIComponent("https://evil.example/")
    const more = `?returnUrl=${evil}&return_url=${evil}`
    expect((await answer(url, "approved", more)).location).toBe(returnUrl)
    const again = await answer(url, "approved", more)
    expect(again.location).toBe(new URL(url).pathname)
    expect((await read(url + more)).text).not.toContain("evil.example")
  })

  it("has a strict policy, and its form may redirect only to the shop", async () => {
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

  it("sends the payer back if its notification fails, and the engine looks the charge up", async () => {
    const { url, payer, statusNow } = await sentBy("sandbox_bank")
    const deaf = pages(() => Promise.reject(new Error("Nobody listens.")))
    expect(await answer(url, "approved", "", deaf)).toEqual({ status: 303, location: returnUrl })
    expect(await statusNow()).toBe("requires_action")
    expect((await payer.confirm({ method: "apm", returned: true })).status).toBe("succeeded")
  })
})

/** Returns the address in the payer's action, or an empty string. */
const addressIn = ({ action }: CheckoutResult): string =>
  /https:[^\s"]+?(?=\.?["\s])/.exec(JSON.stringify(action))?.[0] ?? ""
