import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContextOptions, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, openPayer } from "./testing/payer.ts"

describe.skipIf(chromiumPath === null)("a reader of the page of the API", () => {
  const { browser, server, witness } = hostedPage()
  const address = () => `${server().printed.url}/docs`

  const open = (options: BrowserContextOptions = {}) =>
    openPayer(browser(), address(), witness, { viewport: { width: 1200, height: 900 }, ...options })

  const enterKey = async (page: Page, key: string) => {
    await page.getByRole("button", { name: "Authorize" }).first().click()
    const dialog = page.locator(".modal-ux")
    await dialog.getByRole("textbox", { name: "secretKey" }).fill(key)
    await dialog.getByRole("button", { name: "Authorize with secretKey" }).click()
    return dialog
  }

  const openOperation = async (page: Page, name: string) => {
    const operation = page.locator(`#operations-Payments-${name}`)
    await operation.locator(".opblock-summary-control").click()
    await operation.getByRole("button", { name: "Execute" }).waitFor()
    return operation
  }

  it("sends a payment with a typed key and without an idempotency key of their own", async () => {
    const { page, reads } = await open()
    const foreign: Array<string> = []
    page.on("request", (request) => {
      if (!request.url().startsWith(server().printed.url)) foreign.push(request.url())
    })
    const { secret_key, instruments } = server().printed
    await enterKey(page, ` Bearer ${secret_key} `)
    await page.keyboard.press("Escape")
    const operation = await openOperation(page, "createPayment")
    expect(await accessibilityProblems({ page }, "#operations-Payments-createPayment")).toEqual([])
    const body = { amount: "1250", currency: "EUR", type: "one_off" }
    const sent = { ...body, payment_instrument: instruments.approved, metadata: { of: "docs" } }
    await operation.getByLabel("Request body").fill(JSON.stringify(sent))
    await operation.getByRole("button", { name: "Execute" }).click()
    await reads(/"status": "succeeded"/)
    const { data } = (await server().get("/payments?limit=1")).json as {
      readonly data: ReadonlyArray<{ readonly amount: string; readonly metadata: object }>
    }
    expect(data).toMatchObject([{ amount: "1250", metadata: { of: "docs" } }])
    expect(foreign.filter((url) => !url.startsWith("data:"))).toEqual([])
  })

  it("can't use a live key, and a typed key is gone after a reload", async () => {
    const { page, reads } = await open()
    const dialog = await enterKey(page, "sk_live_0123456789")
    await reads(/This page takes test keys only/)
    expect(await accessibilityProblems({ page }, ".modal-ux")).toEqual([])
    await dialog.getByRole("textbox", { name: "secretKey" }).fill(server().printed.secret_key)
    await dialog.getByRole("button", { name: "Authorize with secretKey" }).click()
    await dialog.getByRole("button", { name: "Remove authorization" }).waitFor()
    const stored = await page.evaluate<number>("localStorage.length + sessionStorage.length")
    expect(stored).toBe(0)
    await page.reload()
    await page.getByRole("button", { name: "Authorize" }).first().click()
    expect(await page.getByRole("button", { name: "Remove authorization" }).count()).toBe(0)
  })

  it("reads it on a phone, in the dark, and with a screen reader", async () => {
    const phone = { viewport: { width: 390, height: 800 }, colorScheme: "dark" } as const
    const { page } = await open(phone)
    await openOperation(page, "createPayment")
    expect(await accessibilityProblems({ page })).toEqual([])
    const width = await page.evaluate<number>("document.documentElement.scrollWidth")
    expect(width).toBeLessThanOrEqual(390)
  })

  it("can't be framed by another page", async () => {
    const { page } = await open()
    await page.setContent(`<iframe src="${address()}"></iframe>`)
    const frame = await page.waitForSelector("iframe")
    const content = await frame.contentFrame()
    await expect.poll(() => content?.url() ?? "").not.toBe("about:blank")
    expect(await content?.locator("#api-docs").count()).toBe(0)
  })
})
