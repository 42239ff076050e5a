import { inSight, typeCard } from "@payloom/example-kit/testing/payInPage"
import type { Page } from "playwright-core"
import type { Studio } from "../studio/Studio.ts"
import type { Shot } from "../studio/shoot.ts"
import type { Taking } from "./Taking.ts"

/** Pictures of the hosted page. */
export const hostedPage = {
  pay: async ({ open, server }) => {
    const page = await open(server.url)
    await page.getByRole("button", { name: "Buy now" }).click()
    await typeCardAndLeave(page)
    return { page }
  },
  "german-phone-dark": async ({ openSession }) => {
    const page = await openSession(
      { locale: "de-DE", description: "Ein Kilo Kaffee" },
      { viewport: { width: 390, height: 780 }, colorScheme: "dark", isMobile: true }
    )
    await typeCard(page, "incorrect_cvc")
    await press(page)
    await page.getByText("Die Prüfziffer stimmt nicht.").first().waitFor()
    await page.frameLocator("iframe").locator("#securityCode:focus").waitFor()
    // Selected text would have the browser's own colours.
    await page.keyboard.press("End")
    return { page, isWholeWindow: true }
  },
  summary: (studio) =>
    sideBySide(studio, {
      locale: "de",
      description: "Bestellung 4711",
      line_items: [
        { name: "Kaffee, 500 g", quantity: 2, amount: "1000" },
        { name: "Kaffeefilter", quantity: 1, amount: "150" }
      ],
      amount_details: { discount_amount: "200", shipping_amount: "300" }
    }),
  arabic: (studio) =>
    sideBySide(studio, {
      locale: "ar",
      description: "Order 4711 (EU)",
      line_items: [
        { name: "قهوة، 500 غ", quantity: 2, amount: "1000" },
        { name: "Coffee filter", quantity: 1, amount: "250" }
      ]
    }),
  subscription: async ({ openSession, server }) => {
    const { id: plan } = await server.post("/plans", {
      name: "Coffee club",
      amount: "900",
      currency: "EUR",
      interval: { unit: "month", count: 1 },
      trial: { days: 14, amount: "100" },
      setup_fee: "500"
    })
    const ofPlan = { amount: undefined, currency: undefined }
    const page = await openSession({ mode: "subscription", plan, ...ofPlan })
    await typeCardAndLeave(page)
    return { page }
  },
  challenge: async ({ openSession }) => {
    const page = await openSession()
    await typeCard(page, "three_ds_challenge")
    await press(page)
    await page
      .frameLocator("iframe.challenge")
      .getByRole("button", { name: "Yes, confirm" })
      .waitFor()
    return { page }
  },
  debit: async ({ openSession }) => {
    const page = await openSession()
    const debit = page.getByRole("radio", { name: "Sandbox debit" })
    await inSight(debit)
    await debit.check()
    await page.getByLabel("Account holder").fill("Ada Lovelace")
    await page.getByLabel("IBAN").fill("DE89370400440532013000")
    await page.getByLabel("IBAN").blur()
    return { page }
  },
  instructions: async ({ openSession }) => {
    const page = await openSession()
    const voucher = page.getByRole("radio", { name: "Sandbox voucher" })
    await inSight(voucher)
    await voucher.check()
    await press(page)
    await page.getByText("Please pay as follows").waitFor()
    return { page }
  }
} satisfies Taking

/** Opens a session's page that is wide enough for the summary beside the ways to pay. */
const sideBySide = async ({ openSession }: Studio, fields: object): Promise<Shot> => {
  const page = await openSession(fields, { viewport: { width: 1000, height: 900 } })
  await typeCardAndLeave(page)
  return { page }
}

/** Presses the pay button. Its text differs between sessions, its class doesn't. */
const press = async (page: Page): Promise<void> => {
  const button = page.locator("payloom-checkout .methods .button")
  await inSight(button)
  await button.click()
}

/** Types a card that is approved, and leaves the fields. */
const typeCardAndLeave = async (page: Page): Promise<void> => {
  await typeCard(page, "approved")
  await page.frameLocator("iframe").locator("#securityCode").blur()
}
