import { type TestCardName, testCards } from "@payloom/testkit"
import type { Locator, Page } from "playwright-core"

/** Collects a page's errors: violations of its policy, and uncaught errors. */
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

/**
 * Scrolls to an element and waits until it is painted. Before that, the browser takes the old
 * position of a frame in another process, and clicks in the wrong place.
 */
export const inSight = async (something: Locator): Promise<void> => {
  await something.scrollIntoViewIfNeeded()
  await something.page().evaluate(painted)
}

const painted =
  "new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(() => end(null))))"
