import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, holdUnderWay, type Payer } from "./testing/payer.ts"

if (chromiumPath === null) {
  console.warn(
    "There is no Chromium at /usr/bin/chromium or $CHROMIUM, so ways to pay aren't tested."
  )
}

describe.skipIf(chromiumPath === null)("on the hosted page", () => {
  const { addressOf, browser, database, open, server, witness } = hostedPage()

  /** Chooses to pay at the bank, and waits for its page. */
  const goToBank = async (payer: Payer) => {
    await payer.choose("Sandbox bank")
    await payer.press()
    await payer.page.waitForURL(/\/sandbox\/bank\//)
  }

  it("a payer chooses from the ways to pay, by mouse or keyboard", async () => {
    const payer = await open()
    await payer.reads("How would you like to pay?")
    const names = await payer.page
      .getByRole("radio")
      .evaluateAll((radios) =>
        radios.map(
          (radio) =>
            (radio as unknown as { labels: Array<{ textContent: string | null }> }).labels[0]
              ?.textContent
        )
      )
    expect(names.map((name) => name?.trim())).toEqual([
      "Card",
      "Sandbox wallet",
      "Sandbox bank",
      "Sandbox voucher",
      "Sandbox transfer",
      "Sandbox debit"
    ])
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.page.getByRole("radio", { name: "Card" }).focus()
    await payer.page.keyboard.press("ArrowDown")
    expect(await payer.page.getByRole("radio", { name: "Sandbox wallet" }).isChecked()).toBe(true)
    expect(await payer.page.locator("payloom-card-fields").isVisible()).toBe(false)
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it("a wallet pays with its token", async () => {
    const payer = await open()
    await payer.choose("Sandbox wallet")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("after a wallet's failure, the payer can choose another way to pay", async () => {
    const payer = await open()
    await payer.choose("Sandbox wallet")
    await payer.page.evaluate(`document.querySelector("payloom-checkout").wallets = {
      sandbox_wallet: () => Promise.reject(new Error("no sheet"))
    }`)
    await payer.press()
    await payer.page.getByRole("alert").getByText("This way to pay is not available.").waitFor()
    await payer.choose("Card")
    await payer.type("approved")
    await payer.press()
    await payer.page.getByText("Payment successful").waitFor()
  })

  it("a wallet that never answers doesn't block the payer", async () => {
    const payer = await open()
    await payer.choose("Sandbox wallet")
    await payer.page.evaluate(`document.querySelector("payloom-checkout").wallets = {
      sandbox_wallet: () => new Promise((resolve) => { late = resolve })
    }`)
    await payer.press()
    await payer.choose("Card")
    await payer.page.evaluate(`late({ sandbox_card: "approved" })`)
    await payer.type("insufficient_funds")
    await payer.press()
    await payer.reads("There is not enough money on the account.")
    expect(payer.confirms()).toBe(1)
  })

  it("a wallet's token for one session can't pay another one", async () => {
    const payer = await open()
    const [, other = ""] = /token=([^&]+)/.exec(await addressOf({ amount: "9900" })) ?? []
    await payer.choose("Sandbox wallet")
    await payer.page.evaluate(`document.querySelector("payloom-checkout").wallets = {
      sandbox_wallet: () => new Promise((resolve) => { late = resolve })
    }`)
    await payer.press()
    await payer.page.evaluate(
      `document.querySelector("payloom-checkout").sessionToken = ${JSON.stringify(other)}`
    )
    await payer.reads("€99.00")
    await payer.page.evaluate(`late({ sandbox_card: "approved" })`)
    await payer.page.waitForTimeout(300)
    expect(payer.confirms()).toBe(0)
  })

  it("a payer who approves at the bank returns to a page that confirms the payment", async () => {
    const payer = await open()
    await goToBank(payer)
    await payer.page.getByRole("button", { name: /approve/i }).click()
    await payer.reads("Payment successful")
    expect(new URL(payer.page.url()).pathname).toMatch(/^\/pay\/checkout_/)
    expect(payer.page.url()).not.toContain("payloom-return")
    await payer.page.reload()
    await payer.reads(/Payment successful|Already paid/)
  })

  it("a payer who refused at the bank sees a decline with its name, and may pay by card", async () => {
    const payer = await open()
    await goToBank(payer)
    await payer.page.getByRole("button", { name: /refuse/i }).click()
    await payer.reads("The payment with Sandbox bank was declined.")
    expect(await payer.page.getByRole("alert").textContent()).not.toContain("card")
    const bank = payer.page.getByRole("radio", { name: "Sandbox bank" })
    expect(await bank.isChecked()).toBe(true)
    await payer.page.reload()
    await payer.reads("The payment with Sandbox bank was declined.")
    expect(await bank.isChecked()).toBe(true)
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.choose("Card")
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("a payer who returns with the browser's back button may continue, or choose another way", async () => {
    const payer = await open()
    await goToBank(payer)
    await payer.page.goBack()
    await payer.reads("Your payment is waiting for you")
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.page.getByRole("link", { name: "Continue" }).click()
    await payer.page.waitForURL(/\/sandbox\/bank\//)
    await payer.page.goBack()
    await payer.page.getByRole("button", { name: "Choose another way to pay" }).click()
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("a payer sees instructions for a payment, and later its success", async () => {
    const payer = await open()
    await payer.choose("Sandbox voucher")
    await payer.press()
    await payer.reads("Please pay as follows")
    await payer.reads(/ch_attempt_/)
    expect(await accessibilityProblems(payer)).toEqual([])
    await payer.page.reload()
    const { page } = payer
    const link = page.locator(".instructions").getByRole("link")
    const address = (await link.getAttribute("href")) ?? ""
    expect(new URL(address).pathname).toMatch(/\/attempt_[0-9A-Z]{26}$/)
    await page.context().grantPermissions(["clipboard-read"])
    for (const [what, text] of [
      [new URL(address).host, address],
      ["Reference", await page.locator("code").textContent()]
    ]) {
      await page.getByRole("button", { name: `Copy ${what}` }).click()
      await page.getByRole("button", { name: `Copied ${what}` }).waitFor()
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(text)
    }
    const [shop] = await Promise.all([page.context().waitForEvent("page"), link.click()])
    await shop.getByRole("button", { name: /approve|pay/i }).click()
    await payer.reads("Payment successful")
  })

  it("a payer who returns in another browser is sent to the first one", async () => {
    const payer = await open()
    await goToBank(payer)
    const elsewhere = await browser().newContext({ locale: "en" })
    const page = await elsewhere.newPage()
    await page.goto(payer.page.url())
    await page.getByRole("button", { name: /approve/i }).click()
    await page.getByText("You can close this window").waitFor()
    await payer.page.goBack()
    await payer.reads(/Payment successful|Already paid/)
    await elsewhere.close()
  })

  it("the page waits for a slow payment", async () => {
    const payer = await open()
    const settle = await holdUnderWay(payer)
    await payer.choose("Sandbox wallet")
    await payer.press()
    await payer.reads("Your payment is being processed")
    settle()
    await payer.reads("Payment successful")
  })

  it("no card number leaves the frame of the card fields", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })

  it("servers never see a token or a key in an address", () => {
    const addresses = witness.sent.map((request) => request.split(" ")[0] ?? "")
    expect(addresses.length).toBeGreaterThan(20)
    for (const address of addresses) expect(address).not.toMatch(/token=|pk_test/)
  })
})
