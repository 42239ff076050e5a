import { dirname } from "node:path"
import { leaks } from "@payloom/example-kit/testing/leaks"
import { chromiumPath } from "@payloom/example-kit/testing/openBrowser"
import { describe, expect, it } from "vitest"
import { hostedPage } from "./testing/hostedPage.ts"
import { accessibilityProblems, type Payer, takePicture } from "./testing/payer.ts"

if (chromiumPath === null) {
  console.warn("No Chromium at /usr/bin/chromium or $CHROMIUM: other ways to pay are not tested.")
}

describe.skipIf(chromiumPath === null)("on the hosted page", { timeout: 60_000 }, () => {
  const { addressOf, browser, database, open, server, witness } = hostedPage()

  const choose = async ({ page }: Payer, method: string) => {
    await page.getByRole("radio", { name: method }).check()
  }
  /** Chooses to pay at the bank, and waits until its page is there. */
  const goToBank = async (payer: Payer) => {
    await choose(payer, "Sandbox bank")
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
      "Sandbox transfer"
    ])
    expect(await accessibilityProblems(payer)).toEqual([])
    await takePicture(payer, "methods")
    await payer.page.getByRole("radio", { name: "Card" }).focus()
    await payer.page.keyboard.press("ArrowDown")
    expect(await payer.page.getByRole("radio", { name: "Sandbox wallet" }).isChecked()).toBe(true)
    expect(await payer.page.locator("payloom-card-fields").isVisible()).toBe(false)
    expect(await accessibilityProblems(payer)).toEqual([])
  })

  it("a wallet pays by what it hands out", async () => {
    const payer = await open()
    await choose(payer, "Sandbox wallet")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("a wallet that fails leaves the payer where they can choose another way", async () => {
    const payer = await open()
    await choose(payer, "Sandbox wallet")
    await payer.page.evaluate(`document.querySelector("payloom-checkout").wallets = {
      sandbox_wallet: () => Promise.reject(new Error("no sheet"))
    }`)
    await payer.press()
    await payer.page.getByRole("alert").getByText("This way to pay is not available.").waitFor()
    await choose(payer, "Card")
    await payer.type("approved")
    await payer.press()
    await payer.page.getByText("Payment successful").waitFor()
  })

  it("a wallet that never answers holds nobody up", async () => {
    const payer = await open()
    await choose(payer, "Sandbox wallet")
    await payer.page.evaluate(`document.querySelector("payloom-checkout").wallets = {
      sandbox_wallet: () => new Promise((resolve) => { late = resolve })
    }`)
    await payer.press()
    await choose(payer, "Card")
    await payer.page.evaluate(`late({ sandbox_card: "approved" })`)
    await payer.type("insufficient_funds")
    await payer.press()
    await payer.reads("There is not enough money on the account.")
    expect(payer.confirms()).toBe(1)
  })

  it("what a wallet approved for one session pays no other", async () => {
    const payer = await open()
    const [, other = ""] = /token=([^&]+)/.exec(await addressOf({ amount: "9900" })) ?? []
    await choose(payer, "Sandbox wallet")
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

  it("a payer goes to the bank, approves, and is back on a page that says so", async () => {
    const payer = await open()
    await goToBank(payer)
    await payer.page.getByRole("button", { name: /approve/i }).click()
    await payer.reads("Payment successful")
    expect(new URL(payer.page.url()).pathname).toMatch(/^\/pay\/checkout_/)
    expect(payer.page.url()).not.toContain("payloom-return")
    await payer.page.reload()
    await payer.reads(/Payment successful|Already paid/)
  })

  it("a payer who refused at the bank is told so, and pays by card", async () => {
    const payer = await open()
    await goToBank(payer)
    await payer.page.getByRole("button", { name: /refuse/i }).click()
    await payer.reads("Payment declined")
    await choose(payer, "Card")
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("a payer who comes back by the browser's own button may go on, or choose anew", async () => {
    const payer = await open()
    await goToBank(payer)
    await payer.page.goBack()
    await payer.reads("Your payment is waiting for you")
    expect(await accessibilityProblems(payer)).toEqual([])
    await takePicture(payer, "awaited")
    await payer.page.getByRole("link", { name: "Continue" }).click()
    await payer.page.waitForURL(/\/sandbox\/bank\//)
    await payer.page.goBack()
    await payer.page.getByRole("button", { name: "Choose another way to pay" }).click()
    await payer.type("approved")
    await payer.press()
    await payer.reads("Payment successful")
  })

  it("a payer is told how to pay by themselves, and sees when they have", async () => {
    const payer = await open()
    await choose(payer, "Sandbox voucher")
    await payer.press()
    await payer.reads("Please pay as follows")
    await payer.reads(/ch_attempt_/)
    expect(await accessibilityProblems(payer)).toEqual([])
    await takePicture(payer, "instructions")
    await payer.page.reload()
    const told = (await payer.page.locator(".instructions").textContent()) ?? ""
    const [address = ""] = /http\S+\/attempt_[0-9A-Z]{26}/.exec(told) ?? []
    const shop = await payer.page.context().newPage()
    await shop.goto(address)
    await shop.getByRole("button", { name: /approve|pay/i }).click()
    await payer.reads("Payment successful")
  })

  it("a payer who is back in another browser is told to look at the first", async () => {
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

  it("a payment that takes its time is waited for", async () => {
    const payer = await open()
    await choose(payer, "Sandbox transfer")
    await payer.press()
    await payer.reads("Your payment is being processed")
    await payer.reads("Payment successful")
  })

  it("no card number leaves the frame that it is typed in", () => {
    expect(leaks(witness, { log: server().log(), folder: dirname(database) })).toEqual([])
  })

  it("neither token nor key is ever in an address that a server sees", () => {
    const addresses = witness.sent.map((request) => request.split(" ")[0] ?? "")
    expect(addresses.length).toBeGreaterThan(20)
    for (const address of addresses) expect(address).not.toMatch(/token=|pk_test/)
  })
})
