import { typeCard } from "@payloom/example-kit/testing/payInPage"
import type { Page } from "playwright-core"
import type { Taking } from "./Taking.ts"

/** Pictures of the demo shop and its club. The club comes last, because it moves time ahead. */
export const shop = {
  shop: async ({ open, server }) => {
    const page = await open(server.url)
    await page.getByText("Test cards").waitFor()
    return { page }
  },
  "past-due": async ({ open, server }) => {
    const page = await open(server.url)
    await press(page, "Subscribe")
    await typeCard(page, "approved")
    await press(page, "Start trial, then pay €9.00")
    await page.getByText("it is free until").waitFor()
    await goAhead(page, "month")
    await page.getByText("it is paid, and renews on").waitFor()
    await changeCard(page)
    for (const _ of [1, 2, 3]) await goAhead(page, "week")
    await page.getByText("a payment was declined").waitFor()
    return { page, through: page.locator("section").filter({ hasText: "It never goes back" }) }
  }
} satisfies Taking

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name }).click()

/** Moves the shop's time ahead, and waits until the page shows the new time. */
const goAhead = async (page: Page, span: "week" | "month"): Promise<void> => {
  const time = page.locator("main strong").filter({ hasText: "UTC" })
  const before = (await time.textContent()) ?? ""
  await press(page, `A ${span} ahead`)
  await time.filter({ hasNotText: before }).waitFor()
}

const changeCard = async (page: Page): Promise<void> => {
  const declining = page.getByRole("option", { name: /declined as insufficient_funds/i })
  await page.getByLabel("Test card").selectOption(await declining.getAttribute("value"))
  await press(page, "Change the card")
  await page.getByText("visa ending in 9995").first().waitFor()
}
