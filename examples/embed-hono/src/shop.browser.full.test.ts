import { freePort } from "@payloom/example-kit/freePort"
import { leaks, overhear, type Witness } from "@payloom/example-kit/testing/leaks"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { complaintsOf, inSight, typeCard } from "@payloom/example-kit/testing/payInPage"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { testCards } from "@payloom/testkit"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startShop } from "./startShop.ts"

if (chromiumPath === null) {
  console.warn(
    "There is no Chromium at /usr/bin/chromium or $CHROMIUM, so the shop isn't tested in it."
  )
}

describe.skipIf(chromiumPath === null)("the book shop in a browser", () => {
  const { folder, remove } = temporaryFolder()
  const witness: Witness = {
    sent: [],
    typed: new Set(Object.values(testCards).map(({ number }) => number))
  }
  let shop: Awaited<ReturnType<typeof startShop>>
  let browser: Browser
  beforeAll(async () => {
    shop = await startShop({ port: await freePort("127.0.0.1"), folder })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await shop.close()
    remove()
  })

  it("takes a payment on its own page after a decline and a challenge", async () => {
    const page = await browser.newPage()
    const complaints = complaintsOf(page)
    overhear(page, witness)
    const pay = async () => {
      await inSight(page.getByRole("button"))
      await page.getByRole("button").click()
    }
    await page.goto(`${shop.url}/books/emma`)
    await page.getByRole("button", { name: "Order" }).click()
    await typeCard(page, "insufficient_funds")
    await pay()
    await page.getByText("There is not enough money on the account.").waitFor()
    await typeCard(page, "three_ds_challenge")
    await pay()
    const bank = page.frameLocator("iframe.challenge")
    await bank.getByRole("button", { name: "Yes, confirm" }).click()
    await page.getByText("Thank you, Emma is paid: €18.90.").waitFor()
    expect(complaints).toEqual([])
  })

  it("sends no card number out of the frames of the card fields", () => {
    expect(leaks(witness, { log: "", folder })).toEqual([])
  })
})
