import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems } from "./testing/payer.ts"

const wide = { viewport: { width: 1000, height: 760 } }

describe.skipIf(chromiumPath === null)("the summary of the hosted page", () => {
  const { openForm } = hostedPage()

  it("shows description, lines and sum, and folds many lines", async () => {
    const lines = [
      { name: "Coffee, 500 g", quantity: 2, amount: "1000" },
      { name: "Shipping", quantity: 1, amount: "250" }
    ]
    const payer = await openForm(
      { description: "Order 4711", line_items: lines, locale: "de" },
      wide
    )
    const { page } = payer
    const summary = page.locator(".summary")
    await summary.getByText("Order 4711").waitFor()
    const texts = await summary.locator(".item, .total").allInnerTexts()
    expect(texts.map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
      "Coffee, 500 g × 2 10,00 €",
      "Shipping 2,50 €",
      "Summe 12,50 €"
    ])
    expect(await accessibilityProblems(payer)).toEqual([])
    const nuts = Array.from({ length: 50 }, () => ({ name: "Nut", quantity: 1, amount: "25" }))
    const many = await openForm({ line_items: nuts })
    expect(await many.page.getByText("Nut").first().isVisible()).toBe(false)
    await many.page.getByText("Items (50)").click()
    expect(await many.page.getByText("Nut").last().isVisible()).toBe(true)
    expect(await accessibilityProblems(many)).toEqual([])
  })

  it("shows the parts of the amount that no line has", async () => {
    const payer = await openForm(
      {
        line_items: [{ name: "Coffee", quantity: 1, amount: "1000" }],
        amount_details: { shipping_amount: "350", discount_amount: "300", tax_amount: "200" },
        locale: "de"
      },
      wide
    )
    const texts = await payer.page.locator(".item, .part, .total").allInnerTexts()
    expect(texts.map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
      "Coffee 10,00 €",
      "Zwischensumme 10,00 €",
      "Rabatt -3,00 €",
      "Versand 3,50 €",
      "Steuern 2,00 €",
      "Summe 12,50 €"
    ])
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it("folds to one line on a phone, and leaves the card fields visible", async () => {
    const phone = { viewport: { width: 360, height: 640 }, isMobile: true }
    const lines = Array.from({ length: 6 }, (_, index) => ({
      name: `Coffee from a plantation at some height, sort ${index}`,
      quantity: 2,
      amount: "200"
    }))
    const payer = await openForm(
      { description: "Order 4711\nto be fetched", line_items: lines, amount: "1200", locale: "de" },
      phone
    )
    const { page, card } = payer
    const summary = page.locator(".summary")
    expect((await summary.boundingBox())?.height).toBeLessThan(50)
    const fields = await page.locator("payloom-card-fields").boundingBox()
    expect((fields?.y ?? 0) + (fields?.height ?? 0)).toBeLessThan(640)
    expect(await page.getByText("Order 4711").isVisible()).toBe(false)
    expect(await accessibilityProblems(payer)).toEqual([])
    const button = page.getByRole("button", { name: "Details" })
    await button.click()
    expect(await button.getAttribute("aria-expanded")).toBe("true")
    expect(await page.getByText("Order 4711").isVisible()).toBe(true)
    expect(await accessibilityProblems(payer)).toEqual([])
    await button.click()
    expect(await page.getByText("Order 4711").isVisible()).toBe(false)
    await page.setViewportSize({ width: 1000, height: 760 })
    expect(await page.getByText("Order 4711").isVisible()).toBe(true)
    expect(await button.isVisible()).toBe(false)
    expect(await card.locator("#number").isVisible()).toBe(true)
  })

  it.each([
    [320, 568, "es"],
    [360, 640, "de"],
    [390, 844, "fr"]
  ])(
    "in %d by %d pixels and with 100 lines leaves the card fields on the screen",
    async (width, height, locale) => {
      const lines = Array.from({ length: 100 }, (_, index) => ({
        name: `${"Coffee of the finest kind, ".repeat(4)}${"W".repeat(40)} ${index}`,
        quantity: 1000,
        amount: "999999"
      }))
      const payer = await openForm(
        { description: "Order 4711\n".repeat(40), line_items: lines, amount: "99999900", locale },
        { viewport: { width, height }, isMobile: true, hasTouch: true }
      )
      const { page } = payer
      const screen = async () => {
        const summary = await page.locator(".summary").boundingBox()
        const fields = await page.locator("payloom-card-fields").boundingBox()
        return [summary?.height ?? 0, (fields?.y ?? 0) + (fields?.height ?? 0)]
      }
      const [line = 0, end = 0] = await screen()
      expect(line).toBeLessThan(50)
      expect(end).toBeLessThan(height)
      const button = page.locator(".unfold")
      await button.tap()
      await page.locator("details summary").tap()
      expect(await page.locator(".item").last().isVisible()).toBe(true)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width)
      expect(await accessibilityProblems(payer)).toEqual([])
      // With the keyboard it is folded again, and the payer continues from there.
      await button.focus()
      await page.keyboard.press("Enter")
      expect(await screen()).toEqual([line, end])
      await payer.type("approved")
      await page.locator(".button").tap()
      await page.locator("payloom-card-fields").waitFor({ state: "detached" })
    }
  )
})
