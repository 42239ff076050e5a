import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { startFakeAdyen } from "@payloom/provider-adyen/testing"
import { startFakeStripe } from "@payloom/provider-stripe/testing"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { adyenShop } from "./adyenShop.ts"
import { startShop } from "./startShop.ts"
import { stripeShop } from "./stripeShop.ts"
import { standInAdyen } from "./testing/standInAdyen.ts"

/** Serves a stand-in for a provider's script and returns its address. */
const serveScript = async (text: string): Promise<string> => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/javascript").end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/adyen.js`
}

describe.skipIf(chromiumPath === null)("a page with a provider's own fields", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  const atStripe = async () => {
    const fake = await startFakeStripe()
    onTestFinished(fake.close)
    const standIn = `${fake.url}/v3/`
    const shop = await startShop({ ...stripeShop(fake.account(), fake.address, standIn), port: 0 })
    onTestFinished(shop.close)
    fake.events.sendTo(shop.webhookUrl)
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.goto(await shop.newPage())
    return { fake, page }
  }

  const atAdyen = async () => {
    const fake = await startFakeAdyen()
    onTestFinished(fake.close)
    const standIn = { baseUrl: fake.url, script: await serveScript(standInAdyen) }
    const shop = await startShop({ ...adyenShop(fake.account(), standIn), port: 0 })
    onTestFinished(shop.close)
    fake.events.sendTo(shop.webhookUrl)
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.exposeFunction("answerPayer", (approves: boolean) =>
      fake.payerAnswers(fake.allPayments().at(-1)?.reference ?? "", approves)
    )
    await page.goto(await shop.newPage())
    return { fake, page }
  }

  const payBy = async (page: Page, number: string) => {
    await page.getByLabel("Card number").fill(number)
    await page.getByRole("button", { name: "Pay" }).click()
  }

  const isPaid = (page: Page) => page.getByText("Payment successful").waitFor()

  it("takes a card at Stripe after the payer's challenge there", async () => {
    const { fake, page } = await atStripe()
    page.on("dialog", (dialog) => dialog.accept())
    await payBy(page, "4000 0027 6000 3184")
    await isPaid(page)
    expect(fake.allPayments().map(({ payment }) => payment.status)).toEqual(["succeeded"])
  })

  it("takes a card at Adyen, and shows the missing field", async () => {
    const { fake, page } = await atAdyen()
    await page.getByLabel("Card number").waitFor()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByText("Incomplete card number").waitFor()
    await payBy(page, "4111 1111 4555 1142")
    await isPaid(page)
    expect(fake.allPayments().map(({ captured }) => captured)).toEqual([1250])
  })

  it("shows Adyen's challenge on the page: a refusal, then an approval", async () => {
    const { fake, page } = await atAdyen()
    await payBy(page, "4212 3456 7891 0006")
    await page.getByRole("button", { name: "Refuse" }).click()
    await page.getByText("Payment declined").waitFor()
    await payBy(page, "4212 3456 7891 0006")
    await page.getByRole("button", { name: "Approve" }).click()
    await isPaid(page)
    expect(fake.allPayments().map(({ captured }) => captured)).toEqual([0, 1250])
  })

  it("redirects an Adyen payer to their bank and back", async () => {
    const { fake, page } = await atAdyen()
    await page.getByRole("radio", { name: /ideal/i }).check()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByRole("button", { name: "approve" }).click()
    await isPaid(page)
    expect(fake.allPayments().map(({ captured }) => captured)).toEqual([1250])
  })
})
