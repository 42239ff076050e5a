import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { inSight } from "@payloom/example-kit/testing/payInPage"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, holdUnderWay, openPayer, openTab } from "./testing/payer.ts"
import { runServer } from "./testing/runServer.ts"

if (chromiumPath === null) {
  console.warn(
    "There is no Chromium at /usr/bin/chromium or $CHROMIUM, so the hosted page isn't tested."
  )
}

/** A browser that blocks cookies throws this when a page reads its storage. */
const blockStorage = `Object.defineProperty(window, "sessionStorage", {
  get() { throw new DOMException("Access is denied for this document.", "SecurityError") }
})`

const hasStorage = "(() => { try { return sessionStorage !== null } catch { return false } })()"

describe.skipIf(chromiumPath === null)("the hosted page", () => {
  const { addressOf, browser, database, open, server, witness } = hostedPage()

  it("takes a payment from the shop to the receipt", async () => {
    const payer = await openPayer(browser(), server().printed.url, witness)
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.page.getByRole("button", { name: "Buy now" }).click()
    await payer.type("approved")
    await payer.reads("€12.50")
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.press()
    await payer.reads("Payment successful")
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.reads("Thank you, your order is paid")
    // The webhook arrives later, and the page reloads itself.
    await payer.reads(/^by the webhook event_\w{26}$/)
    expect(await accessibilityProblems(payer)).toEqual([])
    expect(payer.confirms()).toBe(1)
  })

  it("takes a payment in a browser that blocks cookies, and so has no storage", async () => {
    const payer = await open()
    await payer.page.context().addInitScript(blockStorage)
    await payer.page.reload()
    expect(await payer.page.evaluate(hasStorage)).toBe(false)
    await payer.type("three_ds_challenge")
    await payer.press()
    const bank = payer.page.frameLocator("iframe.challenge")
    await bank.getByRole("button", { name: "Yes, confirm" }).click()
    await payer.reads("Payment successful")
  })

  it("explains a decline and what to do, and accepts another card", async () => {
    const payer = await open()
    await payer.type("insufficient_funds")
    await payer.press()
    const alert = payer.page.getByRole("alert")
    await alert.getByText("Payment declined").waitFor()
    expect(await alert.textContent()).toContain("There is not enough money on the account.")
    expect(await alert.textContent()).toContain("Please use another card.")
    await payer.page.locator("[role=alert]:focus").waitFor()
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.page.reload()
    await payer.reads("Please use another card.")
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it.each([
    ["passed", "Yes, confirm", "Payment successful"],
    ["failed", "No, refuse", "Payment declined"]
  ])("shows the bank's challenge in the page, which is %s", async (outcome, button, ending) => {
    const payer = await open()
    await payer.type("three_ds_challenge")
    await payer.press()
    await payer.reads("Your bank wants to confirm the payment")
    await payer.page.reload()
    const bank = payer.page.frameLocator("iframe.challenge")
    await bank.getByText("Is it you who is paying?").waitFor()
    expect(await accessibilityProblems(payer)).toEqual([])
    // The frame is as high as the bank's page at every width.
    for (const width of [340, 720]) {
      await payer.page.setViewportSize({ width, height: 640 })
      await expect.poll(() => bank.locator("html").evaluate(room)).toBe(0)
    }
    await bank.getByRole("button", { name: button }).click()
    await payer.reads(ending)
    expect(payer.confirms()).toBe(2)
    if (outcome === "passed") return
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("shows a payment in progress after a reload, and never sends it again", async () => {
    const payer = await open()
    const settle = await holdUnderWay(payer)
    await payer.type("approved")
    await payer.press()
    await payer.reads("Your payment is being processed")
    await payer.page.reload()
    await payer.reads("Your payment is being processed")
    expect(await payer.page.locator("iframe, button").count()).toBe(0)
    expect(await accessibilityProblems(payer)).toEqual([])
    settle()
    await payer.reads("Payment successful")
    expect(payer.confirms()).toBe(1)
  })

  it("looks the status up if the answer to a payment was lost", async () => {
    const payer = await open()
    await payer.page.route("**/session/confirm", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
    expect(payer.confirms()).toBe(1)
  })

  it("lets the payer pay again if the payment never arrived", async () => {
    const payer = await open()
    await payer.page.route("**/session/confirm", (route) => route.abort(), { times: 1 })
    await payer.type("approved")
    await payer.press()
    await payer.reads("The payment was not sent")
    expect(payer.confirms()).toBe(1)
    await payer.press()
    await payer.reads("Payment successful")
    expect(payer.confirms()).toBe(2)
  })

  it("shows in a second tab what happens in the first", async () => {
    const address = await addressOf()
    const first = await openPayer(browser(), address, witness)
    const second = await openTab(first, address, witness)
    const third = await openTab(first, address, witness)
    await third.reads("€12.50")
    for (const tab of [first, second]) await tab.type("slow")
    await first.press()
    await first.reads("Your payment is being processed")
    await second.press()
    await second.reads("Payment under way in another window")
    await second.reads("Already paid")
    await first.reads("Payment successful")
    await third.page.evaluate("window.dispatchEvent(new Event('focus'))")
    await third.reads("Already paid")
  })

  it("shows that the session has expired", async () => {
    const address = await addressOf({ cancel_url: `${server().printed.url}/` })
    const tomorrow =
      "data:text/javascript,const now = Date.now; Date.now = () => now() + 2 * 86_400_000"
    const later = await runServer(["--database", database], {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS} --import="${tomorrow}"`
    })
    const moved = address.replace(server().printed.url, later.printed.url)
    const payer = await openPayer(browser(), moved, witness)
    await payer.reads("This payment has expired")
    await payer.reads("Back to Sandbox shop")
    expect(await accessibilityProblems(payer)).toEqual([])
    await later.stop()
  })

  it("is in German, fits a phone and is dark on a German phone in dark mode", async () => {
    const payer = await open(
      { locale: "de-DE" },
      { viewport: { width: 390, height: 700 }, colorScheme: "dark", isMobile: true }
    )
    await payer.card.getByLabel("Kartennummer").waitFor()
    await payer.type("incorrect_cvc")
    await payer.press()
    await payer.reads("Die Prüfziffer stimmt nicht.")
    await payer.card.locator("#securityCode:focus").waitFor()
    expect(await payer.page.evaluate("document.documentElement.lang")).toBe("de")
    expect(await payer.page.evaluate("document.documentElement.scrollWidth")).toBe(390)
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it.each([
    ["fr", "Payer 12,50 €"],
    ["es", "Pagar 12,50 €"],
    ["ja", "€12.50を支払う"],
    ["pt-BR", "Pagar € 12,50"],
    ["hu", "Pay €12.50"]
  ])("has a button for %s", async (locale, label) => {
    const payer = await open({ locale })
    const button = await payer.page.getByRole("button").textContent()
    expect(button?.replaceAll(/\s+/g, " ").trim()).toBe(label)
    await payer.page.close()
  })

  it("works by keyboard alone, and moves the focus from field to field", async () => {
    const { page, card, ...payer } = await open()
    await card.getByLabel("Card number").waitFor()
    // The card is already chosen. Its fields are next.
    await page.keyboard.press("Tab")
    await page.locator("input[type=radio]:focus").waitFor()
    await page.keyboard.press("Tab")
    witness.typed.add("4000056655665556")
    const typing = { number: "4000056655665556", expiry: "1234", securityCode: "123" }
    for (const [field, keys] of Object.entries(typing)) {
      await card.locator(`#${field}:focus`).waitFor()
      await page.keyboard.type(keys)
    }
    expect(await card.getByLabel("Card number").inputValue()).toBe("4000 0566 5566 5556")
    expect(await card.getByLabel("Expiry date").inputValue()).toBe("12 / 34")
    await page.keyboard.press("Enter")
    await payer.reads("Payment successful")
    await page.locator("[role=status]:focus").waitFor()
  })

  it("explains a mistake at its field, focuses it, and sends nothing", async () => {
    const { page, card, ...payer } = await open()
    await card.getByLabel("Card number").fill("4242 4242 4242 4241")
    await card.getByLabel("Expiry date").fill("0120")
    await payer.press()
    await card.getByText("This card has expired.").waitFor()
    const number = card.getByRole("textbox", {
      name: "Card number",
      description: "Enter the number as it stands on the card."
    })
    expect(await number.getAttribute("aria-invalid")).toBe("true")
    await card.locator("#number:focus").waitFor()
    expect(await accessibilityProblems({ page })).toEqual([])
    expect(payer.confirms()).toBe(0)
  })

  it("accepts a press of the button although leaving the field shows its mistake", async () => {
    const { page, card } = await open()
    await card.locator("#number").fill("4242")
    const button = page.getByRole("button")
    await inSight(button)
    const before = await button.boundingBox()
    const { x = 0, y = 0 } = before ?? {}
    await page.mouse.move(x + 20, y + 6)
    await page.mouse.down()
    await card.getByText("Enter the number as it stands on the card.").waitFor()
    await inSight(button)
    expect(await button.boundingBox()).toEqual(before)
    await page.mouse.up()
    await card.getByText("Enter month and year, such as 05 / 30.").waitFor()
    await card.locator("#number:focus").waitFor()
    const place = async () => (await button.boundingBox())?.y ?? 0
    await expect.poll(place).toBeGreaterThan(y + 40)
    const marked = await place()
    // The release of the pointer isn't seen, for example over the browser's menu.
    await page.evaluate("window.dispatchEvent(new PointerEvent('pointerdown'))")
    await card.locator("#number").fill("4242 4242 4242 4242")
    await card.getByText("Enter the number as it stands on the card.").waitFor({ state: "hidden" })
    await inSight(button)
    expect(await place()).toBe(marked)
    await page.mouse.move(5, 5)
    await expect.poll(place).toBeLessThan(marked)
  })

  it("shows that a link without its fragment doesn't work", async () => {
    const [address = ""] = (await addressOf()).split("#")
    const payer = await openPayer(browser(), address, witness)
    await payer.reads("This link doesn't work")
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it("sends no card number out of the frame of the card fields", async () => {
    const payer = await open()
    await payer.type("approved")
    expect(await payer.page.evaluate(looksIntoFrame)).toBeNull()
    await payer.press()
    await payer.reads("Payment successful")
    expect(witness.sent.some((request) => request.includes("/session/confirm"))).toBe(true)
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
    expect(witness.typed.size).toBeGreaterThan(3)
    // The page sends requests only to its own server.
    const hosts = new Set(
      witness.sent.map((request) => new URL(request.split(" ")[0] ?? "").hostname)
    )
    expect([...hosts]).toEqual(["127.0.0.1"])
    // Session tokens aren't in the log either.
    const token = /token=([^&]+)/.exec(await addressOf())?.[1] ?? ""
    expect(token.length).toBeGreaterThan(40)
    expect(server().log()).not.toMatch(/token=|[sp]k_(test|live)_/)
  })
})

/** Returns the pixels of a frame that are unused, or missing if negative. */
const room = Function(
  "html",
  "return innerHeight - Math.ceil(html.getBoundingClientRect().height)"
) as () => number

const looksIntoFrame = `document.querySelector("payloom-checkout").shadowRoot
  .querySelector("payloom-card-fields").shadowRoot
  .querySelector("iframe").contentDocument`
