import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { type OpenAccount, openAccount } from "./testing/openAccount.ts"
import { accessibilityProblems, type Payer } from "./testing/payer.ts"
import { type PortalCustomer, portalCustomer } from "./testing/portalPage.ts"

interface Window {
  readonly getComputedStyle: (of: unknown) => { getPropertyValue: (name: string) => string }
}

/** Returns the computed style of an element of the portal. */
const styleOf = ({ page }: Payer, selector: string, property: string): Promise<string> =>
  page
    .locator(`payloom-portal ${selector}`)
    .first()
    .evaluate(
      (element, name) =>
        (globalThis as unknown as Window).getComputedStyle(element).getPropertyValue(name),
      property
    )

describe.skipIf(chromiumPath === null)("a merchant's own look of the portal", () => {
  const hosted = hostedPage()
  let account: OpenAccount
  let ada: PortalCustomer
  let template: string
  beforeAll(async () => {
    account = await openAccount(hosted.database)
    ada = await portalCustomer(hosted)
    await ada.subscribe("Coffee")
    template = await account.publish({
      palette: { Primary: "#7c2d12", Accent: "#c2410c", Surface: "#fff7ed" },
      themeMode: "light",
      css: ".button{border-radius:24px}.name{letter-spacing:1px}",
      labels: { portal_cards: "Your cards", portal_next_charge: "Free", test_mode: "Live" },
      labelsByLocale: { de: { portal_cards: "Deine Karten", back: "Heim zu {merchant}" } },
      layout: { gap: 20, measure: 420 }
    })
  })
  afterAll(() => account?.close())

  it("has the template's colours, sizes, CSS and texts, but no other amounts and dates", async () => {
    const payer = await ada.open({ template })
    await payer.reads("Your cards")
    await payer.reads(/Next payment: €9.00 on /)
    await payer.reads("Test mode")
    expect(await styleOf(payer, ".button", "border-radius")).toBe("24px")
    expect(await styleOf(payer, ".name", "letter-spacing")).toBe("1px")
    expect(await styleOf(payer, ".body", "max-width")).toBe("420px")
    expect(await styleOf(payer, ".body", "row-gap")).toBe("20px")
    expect(await styleOf(payer, ".portal", "background-color")).toMatch(/rgba?\(0, 0, 0, 0\)/)
    const host = payer.page.locator("payloom-portal")
    const colour = "getComputedStyle(document.querySelector('payloom-portal')).backgroundColor"
    await host.waitFor()
    expect(await payer.page.evaluate(colour)).toBe("rgb(255, 247, 237)")
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it("speaks the merchant's words in the language of the session, or of the browser", async () => {
    const german = await ada.open({ template, locale: "de-AT" })
    await german.reads("Deine Karten")
    await german.reads(/^Heim zu /)
    const browser = await ada.open({ template }, { locale: "de-DE" })
    await browser.reads("Deine Karten")
  })

  it("follows the custom properties of the page around before the template", async () => {
    const payer = await ada.open({ template })
    await payer.reads("Your cards")
    await payer.page.evaluate(`{
      const { style } = document.querySelector("payloom-portal")
      style.setProperty("--payloom-surface", "#102030")
      style.setProperty("--payloom-ink", "#ffeedd")
      style.setProperty("--payloom-accent", "#00ff88")
    }`)
    const painted = "getComputedStyle(document.querySelector('payloom-portal'))"
    expect(await payer.page.evaluate(`${painted}.backgroundColor`)).toBe("rgb(16, 32, 48)")
    expect(await payer.page.evaluate(`${painted}.color`)).toBe("rgb(255, 238, 221)")
    expect(await styleOf(payer, "h3", "color")).toBe("rgb(255, 238, 221)")
    await payer.page.getByRole("button", { name: /^Cancel/ }).click()
    expect(await styleOf(payer, "dialog[open]", "background-color")).toBe("rgb(16, 32, 48)")
    expect(await styleOf(payer, ".confirm", "background-color")).toBe("rgb(0, 255, 136)")
  })
})
