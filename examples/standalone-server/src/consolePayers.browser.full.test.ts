import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import type { Browser, BrowserContextOptions, Locator } from "playwright-core"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type BillingConsole, hostileName, openBillingConsole } from "./testing/billingConsole.ts"
import { accessibilityProblems, openPayer, type Payer } from "./testing/payer.ts"

/** A person in the console, whose clicks are counted. */
interface Operator extends Payer {
  readonly click: (what: Locator) => Promise<void>
  readonly clicks: () => number
}

const wide = { viewport: { width: 1200, height: 860 }, timezoneId: "UTC" }

describe.skipIf(chromiumPath === null)("an operator of subscriptions and disputes", () => {
  let scene: BillingConsole
  let browser: Browser
  beforeAll(async () => {
    scene = await openBillingConsole()
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()))
  })
  afterAll(() => scene?.close())

  const open = async (path = "", options: BrowserContextOptions = {}): Promise<Operator> => {
    const witness = { sent: [], typed: new Set<string>() }
    const given = { ...wide, ...options }
    const person = await openPayer(browser, `${scene.url}${path}`, witness, given)
    await person.page.getByRole("heading", { level: 1 }).waitFor()
    let clicks = 0
    const click = async (what: Locator) => {
      clicks++
      await what.click()
    }
    return { ...person, click, clicks: () => clicks }
  }

  it("learns in two clicks what a subscription will be charged and when", async () => {
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Subscriptions" }))
    await person.click(page.getByRole("link", { name: "Ada" }))
    const next = page.locator("section", { hasText: "Next charges" }).first()
    const rows = next.locator("tbody tr")
    await rows.first().waitFor()
    expect(await rows.first().textContent()).toMatch(/^Oct 15.*in 25 days\s*€12\.50\s*Renewal/)
    expect(await rows.count()).toBe(4)
    await person.reads("September 2026")
    expect(person.clicks()).toBe(2)
    expect(await accessibilityProblems(person)).toEqual([])
  })

  it("learns when an overdue subscription is retried, and what comes after", async () => {
    const person = await open(`/subscriptions/${scene.ids.overdue}`)
    await person.reads(/is overdue since Sep 16, 2026/)
    await person.reads(
      /^It is charged again in \d days\. If it is not paid by Oct 2, 2026, it ends/
    )
    await person.reads(/^If the retry is declined, it is charged again on Oct 2, 2026\./)
  })

  it("pauses and resumes, after the dialog said what will happen", async () => {
    const person = await open(`/subscriptions/${scene.ids.active}`)
    const { page } = person
    await person.click(page.getByRole("button", { name: "Pause…" }))
    await person.reads(
      /^Nothing is charged until somebody resumes it\. The next charge was planned/
    )
    await page.getByLabel("leaves out the charges in it").check()
    expect(await page.getByRole("button", { name: "Pause", exact: true }).isDisabled()).toBe(true)
    await page.getByLabel("Resumes on").fill("2026-12-01")
    await person.reads(/^Nothing is charged until Dec 1, 2026\..*left out/)
    await page.getByLabel("moves all later charges").check()
    await page.getByLabel("Resumes on").fill("")
    await page.getByLabel("Reason").fill("On holiday")
    expect(await accessibilityProblems(person)).toEqual([])
    await page.getByRole("button", { name: "Pause", exact: true }).click()
    await person.reads(/^Paused since/)
    await person.reads("On holiday")
    await page.getByRole("button", { name: "Resume…" }).click()
    await page.getByRole("button", { name: "Resume", exact: true }).click()
    await person.reads("The subscription is resumed.")
    await page.getByRole("button", { name: "Pause…" }).waitFor()
  })

  it("sees in one click whose dispute is due this week", async () => {
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Disputes", exact: true }))
    await person.reads("Due in the next 7 days")
    await page.getByRole("row", { name: /^Ada €12\.50/ }).waitFor()
    await person.reads("in 2 days")
    expect(person.clicks()).toBe(1)
    expect(await accessibilityProblems(person)).toEqual([])
    await person.click(page.getByRole("link", { name: "Ada" }))
    await person.reads(/^Evidence is due in 2 days/)
  })

  it("submits evidence, after the form said what it will do", async () => {
    const person = await open(`/disputes/${scene.ids.dispute}`)
    const { page } = person
    await person.reads(/^Fill in a text or choose a file/)
    const button = page.getByRole("button", { name: "Submit evidence" })
    expect(await button.isDisabled()).toBe(true)
    const receipt = { name: "receipt.pdf", mimeType: "application/pdf" }
    await page.getByLabel("Receipt").setInputFiles({ ...receipt, buffer: Buffer.from("%PDF-1.7") })
    await person.reads(/^Sends 1 file to the bank\. Banks usually take one submission/)
    await button.click()
    await person.reads("texts.explanation is required for the reason general.")
    await page.getByLabel("Explanation").fill("It arrived.")
    expect(await accessibilityProblems(person)).toEqual([])
    await button.click()
    await person.reads(/^Evidence was submitted/)
    await person.reads("disputes.submitEvidence")
  })

  it("finds the last payments of a customer by e-mail in two clicks", async () => {
    const person = await open()
    const { page } = person
    await person.click(page.getByRole("link", { name: "Customers" }))
    await page.getByLabel("E-mail, reference, id or last four digits").fill("ADA@example.com")
    await page.waitForURL("**/customers?text=ADA%40example.com")
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1)
    await person.click(page.getByRole("link", { name: "Ada" }))
    await person.reads("Last payments")
    expect(await page.getByRole("link", { name: /^€12\.50, Succeeded/ }).count()).toBe(4)
    expect(person.clicks()).toBe(2)
    expect(await accessibilityProblems(person)).toEqual([])
  })

  it("sees the name of a customer as text, wherever it is shown", async () => {
    for (const path of ["/customers", "/subscriptions", `/subscriptions/${scene.ids.overdue}`]) {
      const person = await open(path)
      await person.reads(hostileName)
      expect(await person.page.title()).toMatch(/ – Payloom$/)
      expect(await person.page.locator("main img").count()).toBe(0)
    }
  })
})
