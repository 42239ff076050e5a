import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { amex, encrypt, fields, fillIn, frameOf, visa } from "./testing/cardForm.ts"
import { merchantPage } from "./testing/merchantPage.ts"
import { accessibilityProblems } from "./testing/payer.ts"

describe.skipIf(chromiumPath === null)("wrong input in fields that are mounted one by one", () => {
  const { database, open, pay, server, witness } = merchantPage()

  it("is explained below each field, and the first wrong field gets the focus", async () => {
    const { page } = await open(`<form>${fields()}</form>`)
    await fillIn(page, { ...visa, expiry: "0120", code: "1" })
    expect(await encrypt(page)).toBeNull()
    await frameOf(page, "expiry").locator("#expiry:focus").waitFor()
    await frameOf(page, "expiry").getByText("This card has expired.").waitFor()
    const code = frameOf(page, "security-code").getByRole("textbox", {
      name: "Security code",
      description: "Enter the 3 or 4 digits of the security code."
    })
    expect(await code.getAttribute("aria-invalid")).toBe("true")
    await expect.poll(() => page.locator("[wrong]").count()).toBe(2)
    await expect.poll(() => page.locator("payloom-card-number[complete]").count()).toBe(1)
    expect(await accessibilityProblems({ page })).toEqual([])
    await frameOf(page, "number").locator("#number").fill("4242")
    expect(await encrypt(page)).toBeNull()
    await frameOf(page, "number").locator("#number:focus").waitFor()
    await fillIn(page, visa)
    await expect.poll(() => page.locator("[wrong]").count()).toBe(0)
    expect(await pay(await encrypt(page))).toBe("succeeded")
  })

  it("gets a decline's message at its field, until the payer corrects it", async () => {
    const { page } = await open(`<form>${fields()}</form>`)
    await fillIn(page, visa)
    expect(await encrypt(page)).not.toBeNull()
    const shown = await page
      .locator("payloom-card-number")
      .evaluate((field: { showDecline(code: string): boolean }) => [
        field.showDecline("insufficient_funds"),
        field.showDecline("incorrect_cvc")
      ])
    expect(shown).toEqual([false, true])
    const code = frameOf(page, "security-code")
    await code.locator("#securityCode:focus").waitFor()
    await code.getByText("The security code is not correct.").waitFor()
    await expect.poll(() => page.locator("[wrong]").count()).toBe(1)
    await page.keyboard.type("124")
    await expect.poll(() => page.locator("[wrong]").count()).toBe(0)
    expect(await code.locator("#securityCode").inputValue()).toBe("124")
  })

  it("includes a security code that doesn't fit the card number", async () => {
    const { page } = await open(`<form>${fields()}</form>`)
    await fillIn(page, { ...visa, code: "1234" })
    expect(await encrypt(page)).toBeNull()
    await frameOf(page, "number").locator("#number").fill(amex.number)
    await page.locator("payloom-card-security-code[complete]").waitFor()
    await expect.poll(() => page.locator("[wrong]").count()).toBe(0)
    expect(await encrypt(page)).not.toBeNull()
  })

  it("sends no card number out of its frame", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })
})
