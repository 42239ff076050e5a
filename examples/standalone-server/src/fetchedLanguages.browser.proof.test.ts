import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { holdRequests, openPayer } from "./testing/payer.ts"

const german = "**/assets/languages/de.ftl"

describe.skipIf(chromiumPath === null)("the language of the hosted page", () => {
  const { addressOf, browser, witness } = hostedPage()

  /** Opens a German session in a page that was prepared first. */
  const openGerman = async (prepare: (page: Page) => Promise<unknown>) => {
    const context = await browser().newContext({ locale: "en" })
    const page = await context.newPage()
    await prepare(page)
    await page.goto(await addressOf({ locale: "de" }))
    return page
  }

  it("is fetched once, from the folder of the page's script, and never by the card fields", async () => {
    const asked: Array<string> = []
    const page = await openGerman(async (opened) => {
      opened.on("request", (request) => asked.push(request.url()))
    })
    await page.frameLocator("iframe").getByLabel("Kartennummer").waitFor()
    await page.getByRole("button", { name: "bezahlen" }).waitFor()
    const { origin } = new URL(page.url())
    const languages = asked.filter((url) => url.includes("languages"))
    expect(languages).toEqual([`${origin}/assets/languages/de.ftl`])
    expect(
      asked.filter((url) => new URL(url).origin !== origin && !url.startsWith("data:"))
    ).toEqual([])
  })

  it("isn't fetched for a page in English", async () => {
    const asked: Array<string> = []
    const payer = await openPayer(browser(), "about:blank", witness)
    payer.page.on("request", (request) => asked.push(request.url()))
    await payer.page.goto(await addressOf())
    await payer.page.frameLocator("iframe").getByLabel("Card number").waitFor()
    expect(asked.filter((url) => url.includes("languages"))).toEqual([])
  })

  it.each([
    ["can't be reached", (page: Page) => page.route(german, (route) => route.abort())],
    ["isn't there", (page: Page) => page.route(german, (route) => route.fulfill({ status: 404 }))]
  ])("is English if its file %s: texts, amounts and card fields", async (_, prepare) => {
    const page = await openGerman(prepare)
    await page.frameLocator("iframe").getByLabel("Card number").waitFor()
    await page.getByRole("button", { name: "Pay €12.50" }).waitFor()
    expect(await page.evaluate("document.documentElement.lang")).toBe("en")
    expect(await page.frameLocator("iframe").locator("html").getAttribute("lang")).toBe("en")
  })

  it("is English if its file takes too long, and remains English when it arrives", async () => {
    let send = () => {}
    const page = await openGerman(async (opened) => {
      send = await holdRequests(opened, german)
    })
    const number = page.frameLocator("iframe").getByLabel("Card number")
    await number.fill("4242")
    const come = page.waitForResponse(german)
    send()
    await come
    // A change of the way to pay paints the page again.
    await page.getByRole("radio", { name: "Sandbox bank" }).check()
    await page.getByRole("radio", { name: "Card" }).check()
    expect(await number.inputValue()).toBe("4242")
    expect(await page.getByRole("button", { name: "Pay €12.50" }).isVisible()).toBe(true)
  })
})
