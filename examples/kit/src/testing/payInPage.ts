import { type TestCardName, testCards } from "@payloom/testkit"
import type { Page } from "playwright-core"

/** What the browser held against a page: a broken policy, an error that nobody caught. */
export const complaintsOf = (page: Page): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text())
  })
  return complaints
}

/** Types a test card into the card fields of a page. */
export const typeCard = async (page: Page, card: TestCardName): Promise<void> => {
  const frame = page.frameLocator("iframe")
  await frame.locator("#number").fill(testCards[card].number)
  await frame.locator("#expiry").fill("1234")
  await frame.locator("#securityCode").fill("123")
}
