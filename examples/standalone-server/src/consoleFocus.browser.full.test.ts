import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type ConsoleScene, openConsoleScene } from "./testing/consoleScene/openConsoleScene.ts"

/** Returns the name of the focused element. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(() => {
      const { activeElement: at, body } = document
      if (at === null || at === body) return "nothing"
      return at.getAttribute("aria-label") ?? (at.id || at.textContent.trim())
    })()`
  )

describe.skipIf(chromiumPath === null)("a person with a keyboard alone", () => {
  let scene: ConsoleScene
  let context: BrowserContext
  let page: Page
  const errors: Array<string> = []
  beforeAll(async () => {
    scene = await openConsoleScene()
  })
  beforeEach(async () => {
    context = await (await openBrowser()).newContext({ viewport: { width: 1200, height: 860 } })
    page = await context.newPage()
    page.on("pageerror", (error) => errors.push(String(error)))
  })
  afterEach(async () => {
    await context.close()
    expect(errors.splice(0)).toEqual([])
  })
  afterAll(() => scene?.close())

  it("keeps the focus in the list when an alert leaves it", async () => {
    await page.goto(`${scene.url}/alerts`)
    const takes = page.getByRole("button", { name: "Take" })
    await takes.first().waitFor()
    const all = await takes.count()
    await takes.first().press("Enter")
    await expect.poll(() => takes.count()).toBe(all - 1)
    expect(await focused(page)).not.toBe("nothing")
    await page.goto(`${scene.url}/alerts?state=resolved`)
    const reopens = page.getByRole("button", { name: "Reopen" })
    await reopens.nth(1).press("Enter")
    await expect.poll(() => focused(page)).not.toBe("nothing")
  })

  it("keeps the focus at a rule that is moved to an end, and near one that is removed", async () => {
    await page.goto(`${scene.url}/routing/rules`)
    await page.getByRole("button", { name: "Earlier than rule 1" }).press("Enter")
    await page.getByRole("button", { name: "Earlier than rule 0" }).waitFor()
    expect(await focused(page)).toBe("Later than rule 2")
    await page.getByRole("button", { name: "Remove rule 1" }).press("Enter")
    await expect.poll(() => focused(page)).not.toBe("nothing")
  })

  it("keeps the focus when the button of an act is gone after the act", async () => {
    await page.goto(`${scene.url}${scene.pages.checkout}`)
    const cancel = page.getByRole("button", { name: "Cancel…" })
    await cancel.press("Enter")
    await page.locator("dialog button.main").press("Enter")
    await cancel.waitFor({ state: "detached" })
    await expect.poll(() => focused(page)).not.toBe("nothing")
  })

  it("may leave all fields, and gets the focus back from no change of the page", async () => {
    await page.goto(`${scene.url}/routing/rules`)
    await page.getByRole("button", { name: "Add a rule" }).focus()
    await page.getByRole("heading", { level: 1 }).click()
    await page.evaluate("document.querySelector('main ol').append(document.createElement('li'))")
    expect(["nothing", "main"]).toContain(await focused(page))
  })

  it("sees what is chosen without the colours of the page", async () => {
    await page.emulateMedia({ forcedColors: "active" })
    await page.goto(`${scene.url}/alerts`)
    const outlineOf = (selector: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).outlineStyle`
      )
    await page.locator(".alerts li").first().waitFor()
    for (const place of [".modes", ".rooms", ".ranges"]) {
      const [chosen, other] = [
        await outlineOf(`${place} :is([aria-current], [aria-pressed=true])`),
        await outlineOf(`${place} :is(a, button):not([aria-current], [aria-pressed=true])`)
      ]
      expect([place, chosen, other]).toEqual([place, "solid", "none"])
    }
  })

  it("reads a page for an address that is not well-formed", async () => {
    await page.goto(`${scene.url}/payments/%zz`)
    await page
      .getByRole("alert")
      .getByText(/^This tenant has no payment with the id/)
      .waitFor()
    await page.goto(scene.url.replace(/tenant_\w+/, "%zz"))
    await page.getByRole("alert").first().waitFor()
  })

  it("sees who is signed in after another person has signed in", async () => {
    await page.goto(`${scene.url}/payments`)
    await page.locator(".row-link").first().waitFor()
    scene.signIn(null)
    await page.getByRole("link", { name: "Plans" }).click()
    await page.getByText(/^You are signed out\./).waitFor()
    scene.signIn({ name: "Eve", role: "viewer" })
    await page.getByRole("link", { name: "Payments" }).click()
    await page.locator(".person").getByText("Eve").waitFor()
    await page.locator(".person").getByText("viewer").waitFor()
    scene.signIn({})
  })

  it("learns that the browser does not let a page copy", async () => {
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await page.goto(`${scene.url}${scene.pages["payment-held"]}`)
    await page.getByRole("button", { name: /^Copy payment_/ }).press("Enter")
    await page
      .getByRole("status")
      .getByText(/^The browser does not let this page copy/)
      .waitFor()
  })
})
