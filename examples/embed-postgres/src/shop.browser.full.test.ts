import { freePort } from "@payloom/example-kit/freePort"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { complaintsOf, inSight, typeCard } from "@payloom/example-kit/testing/payInPage"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { describe, expect, it } from "vitest"
import { printShopWithDrizzle } from "./printShopWithDrizzle.ts"
import { startShop } from "./startShop.ts"

if (chromiumPath === null) {
  console.warn(
    "There is no Chromium at /usr/bin/chromium or $CHROMIUM, so the shop isn't tested in it."
  )
}

describe.skipIf(chromiumPath === null || !hasPostgres)("the print shop in a browser", () => {
  it("sells a print and shows its number", async () => {
    const server = await startPostgres()
    const { folder, remove } = temporaryFolder()
    const shop = await startShop({
      port: await freePort("127.0.0.1"),
      database: server.address,
      folder,
      tables: printShopWithDrizzle
    })
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      const complaints = complaintsOf(page)
      await page.goto(shop.url)
      await page.getByRole("button", { name: "Order Low tide" }).click()
      await typeCard(page, "approved")
      await inSight(page.getByRole("button"))
      await page.getByRole("button").click()
      await page.getByText("Thank you. Your copy has the number 1.").waitFor()
      expect(complaints).toEqual([])
    } finally {
      await browser.close()
      await shop.close()
      await server.stop()
      remove()
    }
  })
})
