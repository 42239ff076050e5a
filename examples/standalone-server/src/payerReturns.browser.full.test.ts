import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { complaintsOf } from "@payloom/example-kit/testing/payInPage"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openReturnShop, type ReturnShop } from "./testing/openReturnShop.ts"

describe.skipIf(chromiumPath === null)("a provider that needs the payer's return data", () => {
  let shop: ReturnShop
  let browser: Browser
  beforeAll(async () => {
    shop = await openReturnShop()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop?.close()
  })

  const choose = async (page: Page, method: string) => {
    await page.getByText(method, { exact: true }).click()
    await page.getByRole("button", { name: /€12.50/ }).click()
  }

  /** Opens a page in a browser with a time zone in Toronto. */
  const open = async (actions: string) => {
    const context = await browser.newContext({
      locale: "en-CA",
      timezoneId: "America/Toronto",
      screen: { width: 1280, height: 720 }
    })
    const page = await context.newPage()
    // Frames and other pages of the payer's way may have no checkout.
    await page.addInitScript(`addEventListener("DOMContentLoaded", () => {
      asked = []
      const checkout = document.querySelector("payloom-checkout")
      if (checkout !== null) checkout.actions = { sandbox_challenge: ${actions} }
    })`)
    await page.goto(await shop.addressOf())
    return page
  }

  it("gets the data of the payer's return, and of the payer's device", async () => {
    const page = await open("async () => null")
    const complaints = complaintsOf(page)
    await choose(page, "Sandbox bank")
    await page.getByRole("button", { name: "Approve" }).click()
    await page.getByText("Payment successful").waitFor()
    const [request] = shop.requests.splice(0)
    expect(shop.returned.splice(0)).toEqual([
      { query: { redirect_result: `${request?.reference}_is_back` } }
    ])
    expect(request?.device).toMatchObject({
      language: "en-CA",
      screen: { width: 1280, height: 720 },
      timeZone: "America/Toronto"
    })
    expect(request?.device?.userAgent).toContain("Chrome")
    expect([240, 300]).toContain(request?.device?.utcOffsetMinutes)
    expect(complaints).toEqual([])
  })

  it("may ask the payer with its own script, in an element of the page", async () => {
    const page = await open(`({ kind, payload, container }) => new Promise((resolve) => {
      const button = container.appendChild(document.createElement("button"))
      button.textContent = "Yes, " + kind
      button.addEventListener("click", () => resolve({ ...payload, approves: true }))
    })`)
    const complaints = complaintsOf(page)
    await choose(page, "Sandbox app")
    await page.getByText("Please confirm your payment").waitFor()
    await page.getByRole("button", { name: "Yes, sandbox_challenge" }).click()
    await page.getByText("Payment successful").waitFor()
    expect(await page.getByRole("button", { name: /^Yes/ }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  it("asks again after a reload, and after the payer closed and reopened it", async () => {
    const page = await open(`async ({ payload }) => {
      asked.push(payload)
      return sessionStorage.getItem("approves") === null ? null : { ...payload, approves: true }
    }`)
    await choose(page, "Sandbox app")
    const goOn = page.getByRole("button", { name: "Continue" })
    await goOn.waitFor()
    await page.reload()
    await goOn.click()
    expect(await page.evaluate("asked.length")).toBe(2)
    await page.evaluate(`sessionStorage.setItem("approves", "yes")`)
    await goOn.click()
    await page.getByText("Payment successful").waitFor()
  })

  it("is canceled if the payer chooses another way to pay", async () => {
    const page = await open("() => new Promise(() => {})")
    await choose(page, "Sandbox app")
    await page.getByRole("button", { name: "Choose another way to pay" }).click()
    await choose(page, "Sandbox bank")
    await page.getByRole("button", { name: "Approve" }).click()
    await page.getByText("Payment successful").waitFor()
    expect(await shop.charged()).toBe(1)
  })

  it("logs a missing handler in the console, and lets the payer choose another way", async () => {
    const page = await open("null")
    const errors: Array<string> = []
    page.on("pageerror", ({ message }) => errors.push(message))
    await page.evaluate(`document.querySelector("payloom-checkout").actions = {}`)
    await choose(page, "Sandbox app")
    await page.getByRole("button", { name: "Choose another way to pay" }).waitFor()
    expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0)
    expect(errors.join()).toContain(`of the kind "sandbox_challenge"`)
  })
})
