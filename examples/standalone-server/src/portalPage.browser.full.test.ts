import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { beforeAll, describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, holdRequests, openTab, type Payer } from "./testing/payer.ts"
import {
  changeCard,
  goAhead,
  type PortalCustomer,
  portalCustomer,
  pressIn,
  submit
} from "./testing/portalPage.ts"

const press = ({ page }: Payer, name: string | RegExp) => page.getByRole("button", { name }).click()

const subscriptionOf = ({ page }: Payer, plan: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: plan }) })

describe.skipIf(chromiumPath === null)("the portal's page", () => {
  const on = hostedPage()
  let ada: PortalCustomer
  beforeAll(async () => {
    ada = await portalCustomer(on)
    await ada.subscribe("Coffee")
  })

  const statusOf = async (id: string) => (await on.server().get(`/subscriptions/${id}`)).json

  it("shows subscriptions, cards and receipts, and has no accessibility problem", async () => {
    const payer = await ada.open()
    await payer.reads("Visa ending in 4242")
    await payer.reads(/Next payment: €9.00 on /)
    await payer.reads("ada@example.com")
    expect(await payer.page.title()).toMatch(/^Your account at /)
    expect(await accessibilityProblems(payer)).toEqual([])
    const dark = await ada.open({}, { colorScheme: "dark" })
    await dark.reads("Visa ending in 4242")
    expect(await accessibilityProblems(dark)).toEqual([])
    const phone = await ada.open({ locale: "ar" }, { viewport: { width: 340, height: 640 } })
    await phone.reads("طرق الدفع")
    expect(await phone.page.locator("html").getAttribute("dir")).toBe("rtl")
    const wider = "document.documentElement.scrollWidth - innerWidth"
    expect(await phone.page.evaluate(wider)).toBeLessThanOrEqual(0)
    expect(await accessibilityProblems(phone)).toEqual([])
  })

  it("adds a card after the bank's challenge, makes it the default and removes it", async () => {
    const { open } = await portalCustomer(on)
    const payer = await open()
    await press(payer, "Add card")
    await payer.card.locator("#number").waitFor()
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.type("three_ds_challenge")
    await submit(payer, "Save card")
    const bank = payer.page.frameLocator("iframe.challenge")
    await bank.getByRole("button", { name: "Yes, confirm" }).click()
    await payer.reads("Card saved")
    await pressIn(payer, "Close")
    const cards = payer.page.locator(".cards li")
    await expect.poll(() => cards.count()).toBe(2)
    // There was no default, so the new card is it.
    await cards.first().getByText("Default").waitFor()
    await cards
      .last()
      .getByRole("button", { name: /^Make default/ })
      .click()
    await pressIn(payer, "Make default")
    await payer.reads("Your change is saved.")
    await cards.last().getByText("Default").waitFor()
    await cards
      .first()
      .getByRole("button", { name: /^Remove/ })
      .click()
    await pressIn(payer, "Remove")
    await expect.poll(() => cards.count()).toBe(1)
    const log = on.server().log()
    expect(leaks(on.witness, { log, folder: dirname(on.database) })).toEqual([])
    // The page sends requests only to its own server, and no token is in the log.
    const hosts = on.witness.sent.map((request) => new URL(request.split(" ")[0] ?? "").hostname)
    expect([...new Set(hosts)]).toEqual(["127.0.0.1"])
    const token = new URLSearchParams(new URL(payer.page.url()).hash.slice(1)).get("token") ?? ""
    expect(token.length).toBeGreaterThan(40)
    expect(log).not.toContain(token)
  })

  it("says that it is loading until all lists are read, and offers nothing before", async () => {
    const { page } = await ada.open()
    await page.getByRole("button", { name: "Add card" }).waitFor()
    const answer = await holdRequests(page, "**/portal/subscriptions")
    const read = page.waitForResponse("**/portal/payment_instruments")
    await page.reload({ waitUntil: "commit" })
    await read
    await page.getByText("Loading…").waitFor()
    expect(await page.getByRole("button").count()).toBe(0)
    expect(await page.getByText("You have no subscription.").count()).toBe(0)
    answer()
    await page.getByRole("button", { name: "Add card" }).click()
    await page.getByRole("dialog").waitFor()
  })

  it("removes the card of a subscription only with another card for it", async () => {
    const bob = await portalCustomer(on)
    const id = await bob.subscribe("Tea")
    const payer = await bob.open()
    await press(payer, /^Remove/)
    await payer.reads("It is needed for: Tea. Please add another card first.")
    expect(await accessibilityProblems(payer)).toEqual([])
    await pressIn(payer, "Close")
    await press(payer, "Add card")
    await payer.type("approved_mastercard")
    await submit(payer, "Save card")
    await payer.reads("Card saved")
    await pressIn(payer, "Close")
    await payer.page.getByRole("button", { name: /^Remove: Mastercard/ }).waitFor()
    await press(payer, /^Remove: Visa/)
    await payer.reads("Paid with another card from now on: Tea")
    await pressIn(payer, "Remove")
    await payer.reads("Payment method: Mastercard ending in 4444")
    expect((await statusOf(id)).payment_instrument).not.toBe(bob.card)
  })

  it("cancels, takes that back, pauses, resumes and cancels at once", async () => {
    const id = await ada.subscribe("Newspaper")
    const payer = await ada.open()
    const paper = subscriptionOf(payer, "Newspaper")
    await paper.getByRole("button", { name: /^Cancel/ }).click()
    await payer.reads(/^At the end of the period: it continues until /)
    expect(await accessibilityProblems(payer)).toEqual([])
    await pressIn(payer, "Cancel subscription")
    await paper.getByText(/^Ends on /).waitFor()
    await payer.page.locator(".outcome:focus").waitFor()
    await paper.getByRole("button", { name: /^Keep/ }).click()
    await paper.getByText(/^Next payment: /).waitFor()
    await paper.getByRole("button", { name: /^Pause/ }).click()
    await pressIn(payer, "Pause")
    await paper.getByText("Nothing is charged while it is paused.").waitFor()
    expect((await statusOf(id)).status).toBe("paused")
    await paper.getByRole("button", { name: /^Resume/ }).click()
    await paper.getByText(/^Next payment: /).waitFor()
    await paper.getByRole("button", { name: /^Cancel/ }).click()
    await payer.page.getByRole("radio", { name: /^Now: / }).check()
    await pressIn(payer, "Cancel subscription")
    await expect.poll(() => paper.count()).toBe(0)
    expect((await statusOf(id)).status).toBe("canceled")
  })

  it("prints a receipt with the amount and the card's last digits", async () => {
    const payer = await ada.open()
    await payer.page
      .getByRole("button", { name: /^Show receipt/ })
      .first()
      .click()
    await payer.reads("Visa ending in 4242")
    await payer.page.locator("#receipt:focus").waitFor()
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.page.emulateMedia({ media: "print" })
    expect(await payer.page.getByRole("button", { name: "Print" }).isVisible()).toBe(false)
    expect(await payer.page.getByText("Total").isVisible()).toBe(true)
    await payer.page.emulateMedia({ media: "screen" })
    await press(payer, "Back")
    await payer.page.locator(".receipts button:focus").first().waitFor()
  })

  it("sends a change once for a double click, and closes a dialog by Esc unchanged", async () => {
    const payer = await ada.open()
    let sent = 0
    payer.page.on("request", (request) => {
      if (request.url().endsWith("/cancel")) sent++
    })
    const coffee = subscriptionOf(payer, "Coffee")
    await coffee.getByRole("button", { name: /^Cancel/ }).click()
    await payer.page.keyboard.press("Escape")
    await expect.poll(() => payer.page.getByRole("dialog").count()).toBe(0)
    await payer.page.locator("[data-action=cancel]:focus").waitFor()
    await coffee.getByRole("button", { name: /^Cancel/ }).click()
    const confirm = payer.page.getByRole("dialog").getByRole("button", { name: /^Cancel/ })
    await confirm.dblclick({ noWaitAfter: true })
    await coffee.getByText(/^Ends on /).waitFor()
    expect(sent).toBe(1)
    await coffee.getByRole("button", { name: /^Keep/ }).dblclick()
    await coffee.getByText(/^Next payment: /).waitFor()
  })

  it("shows another tab's change when its tab is looked at, and after the back button", async () => {
    const link = await ada.link()
    const payer = await ada.open()
    const other = await openTab(payer, link, on.witness)
    const coffee = subscriptionOf(other, "Coffee")
    await coffee.getByRole("button", { name: /^Cancel/ }).click()
    await pressIn(other, "Cancel subscription")
    await coffee.getByText(/^Ends on /).waitFor()
    // A press that came too late is no error: it changes nothing.
    await subscriptionOf(payer, "Coffee")
      .getByRole("button", { name: /^Cancel/ })
      .click()
    await pressIn(payer, "Cancel subscription")
    await subscriptionOf(payer, "Coffee")
      .getByText(/^Ends on /)
      .waitFor()
    await other.page.goto(on.server().printed.url)
    await subscriptionOf(payer, "Coffee").getByRole("button", { name: /^Keep/ }).click()
    await subscriptionOf(payer, "Coffee")
      .getByText(/^Next payment: /)
      .waitFor()
    await other.page.goBack()
    await coffee.getByText(/^Next payment: /).waitFor()
  })

  it("says that it is over when the session was revoked, with a link to the shop", async () => {
    const link = await ada.link()
    const payer = await openTab(await ada.open(), link, on.witness)
    await payer.reads("Visa ending in 4242")
    const id = new URL(link).pathname.split("/").at(-1)
    await on.server().post(`/portal_sessions/${id}/revoke`)
    await press(payer, "Add card")
    await payer.page.getByText("This page has expired").waitFor()
    expect(await accessibilityProblems(payer)).toEqual([])
    expect(await payer.page.getByRole("link", { name: /^Back to / }).count()).toBe(1)
    const wrong = link.replace(/token=[^&]+/, "token=wrong")
    const stranger = await openTab(payer, wrong, on.witness)
    await stranger.page.getByText("Please open it again in the shop.").waitFor()
  })

  it("pays an overdue subscription with a new card, and it continues", async () => {
    const eve = await portalCustomer(on)
    const id = await eve.subscribe("Flowers")
    await changeCard(on, id, "insufficient_funds")
    await goAhead(on, "month")
    await expect.poll(async () => (await statusOf(id)).status).toBe("past_due")
    const payer = await eve.open()
    await payer.reads("€9.00 is overdue.")
    expect(await accessibilityProblems(payer)).toEqual([])
    await press(payer, /^Pay €9.00 now/)
    await payer.type("approved_mastercard")
    await submit(payer, "Pay €9.00")
    await payer.reads("Payment successful")
    await pressIn(payer, "Close")
    await payer.reads("Payment method: Mastercard ending in 4444")
    await payer.reads("Active")
    expect((await statusOf(id)).status).toBe("active")
  })
})
