import { freePort } from "@payloom/example-kit/freePort"
import { chromiumPath, openBrowser } from "@payloom/example-kit/testing/openBrowser"
import { complaintsOf, inSight, typeCard } from "@payloom/example-kit/testing/payInPage"
import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startClub } from "./startClub.ts"

describe.skipIf(chromiumPath === null)("the club in a browser", () => {
  const { folder, remove } = temporaryFolder()
  let club: Awaited<ReturnType<typeof startClub>>
  let browser: Browser
  beforeAll(async () => {
    club = await startClub({ port: await freePort("127.0.0.1"), folder })
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await club.close()
    remove()
  })

  it("signs a user up, takes the payment on the hosted page and opens the members' page", async () => {
    const page = await browser.newPage()
    const complaints = complaintsOf(page)
    await page.goto(club.url)
    await page.getByLabel("Name").fill("Ada")
    await page.getByLabel("E-mail").fill("ada@club.example")
    await page.getByLabel("Password").fill("a long password")
    await page.getByRole("button", { name: "Sign up" }).click()
    await page.getByText("You are no member.").waitFor()
    await page.getByRole("button", { name: "Subscribe" }).click()
    await typeCard(page, "approved")
    await inSight(page.getByRole("button"))
    await page.getByRole("button").click()
    await page.getByText("This month we read").waitFor()
    await page.getByRole("link", { name: "Your account" }).click()
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.getByText("It ends on").waitFor()
    expect(complaints).toEqual([])
  })
})
