import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, type Payer } from "./testing/payer.ts"

if (chromiumPath === null) {
  console.warn("There is no Chromium at /usr/bin/chromium or $CHROMIUM, so fields aren't tested.")
}

const iban = "DE89370400440532013000"

describe.skipIf(chromiumPath === null)("the fields of an alternative method", () => {
  const { open } = hostedPage()

  const openDebit = async (...given: Parameters<typeof open>): Promise<Payer> => {
    const payer = await open(...given)
    await payer.choose("Sandbox debit")
    return payer
  }

  /** Returns the text that describes a field to screen readers. */
  const describedAs = ({ page }: Payer, label: string) =>
    page.getByLabel(label).evaluate((field) => {
      const { attributes, getRootNode } = field as unknown as {
        readonly attributes: {
          getNamedItem: (name: string) => { readonly value: string } | null
        }
        readonly getRootNode: () => {
          getElementById: (id: string) => { readonly textContent: string } | null
        }
      }
      const id = attributes.getNamedItem("aria-describedby")?.value ?? ""
      return getRootNode.call(field).getElementById(id)?.textContent ?? null
    })

  it("pay a debit, and are sent only once they are right", async () => {
    const payer = await openDebit()
    const { page } = payer
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.press()
    const missing = "Please fill in this field."
    expect(await describedAs(payer, "Account holder")).toBe(missing)
    expect(await describedAs(payer, "IBAN")).toBe(missing)
    expect(await page.locator("#field-name:focus").count()).toBe(1)
    expect(await accessibilityProblems(payer)).toEqual([])
    await page.keyboard.type("Ada Lovelace")
    expect(await describedAs(payer, "Account holder")).toBeNull()
    await page.keyboard.press("Tab")
    await page.keyboard.type("DE88370400440532013000")
    await page.keyboard.press("Tab")
    expect(await describedAs(payer, "IBAN")).toMatch(/as it stands on your bank statement/)
    expect(payer.confirms()).toBe(0)
    await page.getByLabel("IBAN").fill(iban)
    await page.getByLabel("Account holder").focus()
    expect(await page.getByLabel("IBAN").inputValue()).toBe("DE89 3704 0044 0532 0130 00")
    const sent = page.waitForRequest("**/session/confirm")
    await page.getByLabel("IBAN").press("Enter")
    expect((await sent).postDataJSON()).toMatchObject({
      method: "apm",
      apm: {
        type: "sandbox_debit",
        details: { name: "Ada Lovelace", account_number: iban }
      }
    })
    await payer.reads("Your payment is being processed")
    const stored = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])"
    )
    expect(stored).not.toMatch(/DE89|Lovelace/)
    expect(page.url()).not.toContain("DE89")
    await payer.reads("Payment successful")
    expect(payer.confirms()).toBe(1)
  })

  it("are below the mandate of a debit, which names the merchant and describes the button", async () => {
    const payer = await openDebit({ locale: "de" })
    const mandate = payer.page.locator(".mandate")
    await mandate.getByText(/ermächtigen Sie Sandbox shop/).waitFor()
    expect(await mandate.textContent()).toMatch(/innerhalb von acht Wochen/)
    const button = payer.page.locator(".form .button")
    expect(await button.getAttribute("aria-describedby")).toBe(await mandate.getAttribute("id"))
    await payer.page.getByRole("radio", { name: "Sandbox bank" }).check()
    expect(await mandate.count()).toBe(0)
    expect(await button.getAttribute("aria-describedby")).toBeNull()
  })

  it("are below a mandate for later payments too, in a session that saves the debit", async () => {
    const later = /later payments that you have agreed on with the merchant/
    const saving = await openDebit({ stored_credential: { usage: "recurring" } })
    await saving.page.locator(".mandate").getByText(later).waitFor()
    expect(await accessibilityProblems(saving)).toEqual([])
    const once = await openDebit()
    expect(await once.page.locator(".mandate").textContent()).not.toMatch(later)
  })

  it("keep their input while another method is chosen, and while a payment is declined", async () => {
    const payer = await openDebit()
    const { page } = payer
    await page.getByLabel("Account holder").fill("Ada Lovelace")
    await payer.choose("Card")
    await payer.type("insufficient_funds")
    await payer.press()
    await payer.reads("There is not enough money on the account.")
    await payer.choose("Sandbox debit")
    expect(await page.getByLabel("Account holder").inputValue()).toBe("Ada Lovelace")
    expect(await page.getByLabel("IBAN").getAttribute("aria-invalid")).toBe("false")
  })

  it("ask for banks, codes and an address with the right keyboards", async () => {
    const payer = await open({ locale: "en-GB" })
    const { page } = payer
    const fields = [
      { name: "email", required: true },
      { name: "phone", required: false },
      { name: "bank", required: true, options: [{ code: "bank_1", name: "First Bank" }] },
      { name: "code", required: true, format: "blik" },
      { name: "billing_address.line1", required: true },
      { name: "billing_address.postal_code", required: true },
      { name: "billing_address.city", required: true },
      { name: "billing_address.country", required: true }
    ]
    await page.route("**/session", async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, method_fields: { sandbox_bank: fields } } })
    })
    await page.reload()
    await payer.choose("Sandbox bank")
    expect(await accessibilityProblems(payer)).toEqual([])
    const attributesOf = (label: string) =>
      Promise.all(
        ["type", "inputmode", "autocomplete"].map((name) =>
          page.getByLabel(label).getAttribute(name)
        )
      )
    expect(await attributesOf("Email address")).toEqual(["email", "email", "email"])
    expect(await attributesOf("Phone number (optional)")).toEqual(["tel", "tel", "tel"])
    expect(await attributesOf("Code from your banking app")).toEqual([
      "text",
      "numeric",
      "one-time-code"
    ])
    expect(await page.getByLabel("Bank", { exact: true }).inputValue()).toBe("bank_1")
    await page.getByLabel("Email address").fill("ada@example.com")
    await page.getByLabel("Code from your banking app").fill("777 987")
    await page.getByLabel("Street and number").fill("1 Main Street")
    await page.getByLabel("Postal code").fill("NW1 6XE")
    await page.getByLabel("City").fill("London")
    await payer.press()
    expect(await describedAs(payer, "Country")).toBe("Please fill in this field.")
    await page.getByLabel("Country").selectOption("United Kingdom")
    const sent = page.waitForRequest("**/session/confirm")
    await payer.press()
    expect((await sent).postDataJSON()).toMatchObject({
      apm: {
        type: "sandbox_bank",
        details: { email: "ada@example.com", bank: "bank_1", code: "777987" }
      },
      billing_address: {
        line1: "1 Main Street",
        postal_code: "NW1 6XE",
        city: "London",
        country: "GB"
      }
    })
  })

  it("fit on a phone, also in a language from right to left", async () => {
    const phone = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }
    const payer = await openDebit({ locale: "ar" }, phone)
    const { page } = payer
    await page.locator(".form .button").tap()
    await page.locator(".mistake").first().waitFor()
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320)
    expect(await page.getByLabel("IBAN").getAttribute("dir")).toBe("ltr")
    expect(await accessibilityProblems(payer)).toEqual([])
  })
})
