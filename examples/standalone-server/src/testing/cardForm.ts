import { testCards } from "@payloom/testkit"
import type { FrameLocator, Page } from "playwright-core"

/** A card whose digits occur nowhere else in a page. */
export const amex = { number: testCards.approved_amex.number, expiry: "1147", code: "7391" }

/** A card with another length of its security code. */
export const visa = { number: testCards.approved.number, expiry: "1036", code: "582" }

/** Returns the three fields of a card, with these attributes. */
export const fields = (attributes = ""): string => `
  <payloom-card-number src="/card-fields" ${attributes}></payloom-card-number>
  <payloom-card-expiry src="/card-fields" ${attributes}></payloom-card-expiry>
  <payloom-card-security-code src="/card-fields" ${attributes}></payloom-card-security-code>`

/** Returns the frame of a field in the part of the page that a selector names. */
export const frameOf = (
  page: Page,
  name: "number" | "expiry" | "security-code",
  within = ""
): FrameLocator => page.frameLocator(`${within} payloom-card-${name} iframe`)

/** Types a card into the fields, in place of earlier input. */
export const fillIn = async (page: Page, card: typeof amex, within = ""): Promise<void> => {
  await frameOf(page, "number", within).locator("#number").fill(card.number)
  await frameOf(page, "expiry", within).locator("#expiry").fill(card.expiry)
  await frameOf(page, "security-code", within).locator("#securityCode").fill(card.code)
}

/** Returns the ciphertext that the page gets from the fields. */
export const encrypt = (page: Page, within = ""): Promise<string | null> =>
  page
    .locator(`${within} payloom-card-expiry`)
    .evaluate((field: { encryptCard(): Promise<string | null> }) => field.encryptCard())
