import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { testCards } from "@payloom/testkit"
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, holdRequests, openPayer } from "./testing/payer.ts"

if (chromiumPath === null) {
  console.warn("There is no Chromium at /usr/bin/chromium or $CHROMIUM, so the form isn't tested.")
}

describe.skipIf(chromiumPath === null)("the form of the hosted page", () => {
  const { addressOf, browser, database, openForm, server, witness } = hostedPage()

  it("opens the chosen method in its row, and keeps the input of another one", async () => {
    const { page, card, ...payer } = await openForm()
    const row = (name: string) =>
      page.locator(".choice").filter({ has: page.getByRole("radio", { name }) })
    await row("Card").frameLocator("iframe").locator("#number").fill("4242")
    await page.getByRole("radio", { name: "Sandbox bank" }).check()
    await row("Sandbox bank").getByText("You finish the payment with Sandbox bank").waitFor()
    expect(await page.locator("payloom-card-fields").isVisible()).toBe(false)
    expect(await page.getByRole("radio", { name: "Sandbox bank" }).ariaSnapshot()).toContain(
      "Sandbox bank"
    )
    expect(await accessibilityProblems({ page })).toEqual([])
    await page.getByRole("radio", { name: "Card" }).check()
    expect(await card.locator("#number").inputValue()).toBe("4242")
    expect(payer.confirms()).toBe(0)
  })

  it.each([
    ["incorrect_cvc", "securityCode", "The security code is not correct."],
    ["expired_card", "expiry", "The card has expired."],
    ["invalid_card", "number", "The card details are not valid."]
  ] as const)("after the decline %s, marks the field %s for correction", async (name, id, text) => {
    const payer = await openForm()
    await payer.type(name)
    await payer.press()
    await payer.page.getByRole("alert").getByText(text).waitFor()
    const field = payer.card.locator(`#${id}:focus`)
    await field.waitFor()
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    await payer.card.locator(`#${id}-mistake`).getByText(text).waitFor()
    expect(await payer.card.locator("[aria-invalid=true]").count()).toBe(1)
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.type("approved")
    expect(await payer.card.locator("[aria-invalid=true]").count()).toBe(0)
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("stays disabled during a payment, with a spinner that respects reduced motion", async () => {
    const payer = await openForm(
      {},
      { reducedMotion: "reduce", viewport: { width: 720, height: 900 } }
    )
    const { page, card } = payer
    const send = await holdRequests(page, "**/session/confirm")
    await payer.type("insufficient_funds")
    await payer.press()
    await payer.reads("Your payment is being processed")
    const button = page.getByRole("button", { name: "Pay €12.50" })
    expect([await button.isDisabled(), await button.getAttribute("aria-busy")]).toEqual([
      true,
      "true"
    ])
    const spinner = button.locator(".spinner")
    const moves = await spinner.evaluate((element) => {
      const { getComputedStyle } = globalThis as unknown as {
        getComputedStyle: (of: unknown) => { animationName: string }
      }
      return getComputedStyle(element).animationName
    })
    expect(moves).toBe("fade")
    expect(await page.locator("payloom-card-fields").isVisible()).toBe(true)
    expect(await page.locator(".entry").getAttribute("inert")).not.toBeNull()
    expect(await accessibilityProblems(payer)).toEqual([])
    send()
    await page.getByRole("alert").getByText("Payment declined").waitFor()
    expect(await card.locator("#number").inputValue()).toMatch(/^4/)
    expect(await button.isEnabled()).toBe(true)
    expect(await spinner.count()).toBe(0)
  })

  it("shows that it is offline and sends nothing, and pays once it is online", async () => {
    const payer = await openForm()
    await payer.type("approved")
    await payer.page.context().setOffline(true)
    await payer.press()
    await payer.page.getByRole("alert").getByText("You are offline").waitFor()
    await payer.page.getByText("Nothing was sent and you have not been charged.").waitFor()
    expect(payer.confirms()).toBe(0)
    await payer.page.context().setOffline(false)
    await payer.press()
    await payer.page.getByText("Payment successful").waitFor()
  })

  it("asks the payer not to pay again if the connection ends after the payment was sent", async () => {
    const payer = await openForm()
    const { page } = payer
    const lose = async (route: Route) => {
      if (route.request().url().endsWith("/confirm")) await route.fetch()
      await route.abort()
    }
    await page.route("**/session/*", lose)
    await payer.type("approved")
    await payer.press()
    await page.getByRole("status").getByText("please don't pay again").waitFor()
    expect(await page.getByText("You don't have to do anything").count()).toBe(0)
    await page.unroute("**/session/*", lose)
    await payer.reads("Payment successful")
    expect(payer.confirms()).toBe(1)
  })

  /** Opens a page whose card fields fail, and presses the button. */
  const openFailing = async (fail: (route: Route) => Promise<void>, afterMs: number) => {
    const page = await (await browser().newContext({ locale: "en" })).newPage()
    await page.clock.install()
    await page.route("**/card-fields", fail)
    await page.goto(await addressOf(), { waitUntil: "commit" })
    const pay = page.getByRole("button", { name: "Pay €12.50" })
    await pay.click()
    expect(await pay.getAttribute("aria-busy")).toBe("true")
    await failed(page, afterMs)
    // The only button helps the payer.
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Try again"])
    expect(await accessibilityProblems({ page })).toEqual([])
    await page.getByRole("radio", { name: "Sandbox wallet" }).check()
    expect(await pay.isEnabled()).toBe(true)
    await page.getByRole("radio", { name: "Card" }).check()
    return { page, card: page.frameLocator("iframe"), pay }
  }

  const blocked = { "Content-Security-Policy": "frame-ancestors 'none'" }

  it.each<[string, (route: Route) => Promise<void>]>([
    ["is not there", (route) => route.fulfill({ status: 404, body: "" })],
    ["is blocked", (route) => route.fulfill({ headers: blocked, body: "" })]
  ])(
    "shows an error if the card fields' document %s, retries, and accepts other ways to pay",
    async (_, fail) => {
      const { page, card, pay } = await openFailing(fail, 3500)
      await page.unroute("**/card-fields")
      await page.getByRole("button", { name: "Try again" }).click()
      await card.locator("#number:focus").waitFor()
      await page.keyboard.type(testCards.approved_amex.number)
      await card.getByRole("img", { name: "Amex" }).waitFor()
      expect(await pay.isEnabled()).toBe(true)
      await page.context().close()
    }
  )

  it("stops waiting for the card fields' document after a while, and still uses it if it arrives late", async () => {
    const { page, card, pay } = await openFailing(async () => {}, 15_500)
    // This releases the held requests.
    await page.unroute("**/card-fields")
    await card.locator("#number").waitFor()
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Pay €12.50"])
    expect(await pay.isEnabled()).toBe(true)
    await page.context().close()
  })

  it("accepts a press of the button before the card fields have loaded", async () => {
    const payer = await openPayer(browser(), "about:blank", witness)
    const { page } = payer
    const load = await holdRequests(page, "**/card-fields")
    await page.goto(await addressOf())
    await payer.press()
    load()
    await payer.card.getByText("Enter the number as it stands on the card.").waitFor()
    expect(await page.getByRole("button").isEnabled()).toBe(true)
  })

  it("sends no card number out of the frame of the card fields", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })
})

const failed = async (page: Page, afterMs: number): Promise<void> => {
  // The frame loads in real time, and the page's clock doesn't move meanwhile.
  await expect
    .poll(async () => {
      await page.clock.fastForward(afterMs)
      return page.getByRole("alert").getByText("The card fields can't be loaded.").count()
    })
    .toBe(1)
}
