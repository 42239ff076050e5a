import { freePort } from "@payloom/example-kit/freePort"
import { leaks, overhear, type Witness } from "@payloom/example-kit/testing/leaks"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { complaintsOf } from "@payloom/example-kit/testing/payInPage"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { type TestCardName, testCards } from "@payloom/testkit"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startCanteen } from "./startCanteen.ts"

if (chromiumPath === null) {
  console.warn(
    "There is no Chromium at /usr/bin/chromium or $CHROMIUM, so the canteen isn't tested in it."
  )
}

/** Types a test card into the form's fields. Each field is in a frame of its own. */
const typeCard = async (page: Page, card: TestCardName): Promise<void> => {
  await page.frameLocator("#number iframe").locator("input").fill(testCards[card].number)
  await page.frameLocator("#expiry iframe").locator("input").fill("1234")
  await page.frameLocator("#code iframe").locator("input").fill("123")
}

describe.skipIf(chromiumPath === null)("the canteen in a browser", () => {
  const { folder, remove } = temporaryFolder()
  const witness: Witness = {
    sent: [],
    typed: new Set(Object.values(testCards).map(({ number }) => number))
  }
  let canteen: Awaited<ReturnType<typeof startCanteen>>
  let browser: Browser
  beforeAll(async () => {
    canteen = await startCanteen({ port: await freePort("127.0.0.1"), folder })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await canteen.close()
    remove()
  })

  it("takes a payment in its own form after a decline and a challenge, and then with the saved card", async () => {
    const page = await browser.newPage()
    const complaints = complaintsOf(page)
    overhear(page, witness)
    await page.goto(canteen.url)
    const order = page.getByRole("button", { name: "Order and pay" })
    await order.click()
    await page.frameLocator("#number iframe").locator("[aria-invalid=true]:focus").waitFor()
    await typeCard(page, "insufficient_funds")
    await order.click()
    await page.locator("[role=status]", { hasText: "funds" }).waitFor()
    await typeCard(page, "incorrect_cvc")
    await order.click()
    await page.frameLocator("#code iframe").locator("[aria-invalid=true]:focus").waitFor()
    await typeCard(page, "three_ds_challenge")
    await order.click()
    const bank = page.frameLocator("iframe.challenge")
    await bank.getByRole("button", { name: "Yes, confirm" }).click()
    await page.getByText("Paid. Enjoy your lunch!").waitFor()
    await page.getByRole("link", { name: "Another lunch" }).click()
    await page.getByText("Your card: visa ending in 0017.").waitFor()
    await order.click()
    await page.getByText("Paid. Enjoy your lunch!").waitFor()
    expect(complaints).toEqual([])
  })

  it("orders nothing if a card field is missing, and the guest can try again", async () => {
    const page = await (await browser.newContext()).newPage()
    await page.clock.install()
    await page.route("**/card-fields", (route) => route.fulfill({ status: 404, body: "" }))
    await page.goto(canteen.url)
    const order = page.getByRole("button", { name: "Order and pay" })
    await order.click()
    const again = page.locator("#code").getByRole("button", { name: "Try again" })
    await expect
      .poll(async () => {
        await page.clock.fastForward(3500)
        return again.count()
      })
      .toBe(1)
    await expect.poll(() => order.isEnabled()).toBe(true)
    await page.unroute("**/card-fields")
    // One button reloads all card fields, and focuses its own field.
    await again.click()
    await page.frameLocator("#code iframe").locator("input:focus").waitFor()
    await typeCard(page, "approved")
    await order.click()
    await page.getByText("Paid. Enjoy your lunch!").waitFor()
    await page.context().close()
  })

  it("sends no card number out of the frames of the card fields", () => {
    expect(leaks(witness, { log: "", folder })).toEqual([])
  })
})
