import { inSight, typeCard } from "@payloom/example-kit/testing/payInPage"
import type { BrowserContextOptions, Page } from "playwright-core"
import type { Studio } from "../studio/Studio.ts"
import type { Taking } from "./Taking.ts"

const phone = { viewport: { width: 390, height: 780 }, isMobile: true }

/** Pictures of the customer portal, of one customer with a subscription and two cards. */
export const portal = {
  portal: async (studio) => ({ page: await openPortal(studio, {}) }),
  "portal-cancel": async (studio) => {
    const page = await openPortal(studio, {})
    await page.getByRole("button", { name: /^Cancel/ }).click()
    await page.getByRole("radio").first().waitFor()
    return { page, isWholeWindow: true }
  },
  "portal-phone-dark": async (studio) => ({
    page: await openPortal(studio, { locale: "de" }, { ...phone, colorScheme: "dark" }),
    isWholeWindow: true
  }),
  "portal-arabic": async (studio) => ({ page: await openPortal(studio, { locale: "ar" }) }),
  "portal-receipt": async (studio) => {
    const page = await openPortal(studio, {})
    await page
      .getByRole("button", { name: /^Show receipt/ })
      .first()
      .click()
    await page.getByText("Total").waitFor()
    return { page }
  }
} satisfies Taking

/** The customer of all pictures, who is created for the first one. */
const customers = new WeakMap<Studio, Promise<string>>()

const openPortal = async (
  studio: Studio,
  fields: object,
  options?: BrowserContextOptions
): Promise<Page> => {
  const { server } = studio
  const customer = customers.get(studio) ?? subscriber(studio)
  customers.set(studio, customer)
  const { url } = await server.post("/portal_sessions", {
    customer: await customer,
    publishable_key: server.publishableKey,
    return_url: `${server.url}/`,
    ...fields
  })
  const page = await studio.open(String(url), options)
  await page.locator("payloom-portal .receipts li").first().waitFor()
  await inSight(page.locator("payloom-portal .cards li").first())
  return page
}

const interval = { unit: "month", count: 1 }

/** Creates a customer who subscribed with the second of two cards. */
const subscriber = async (studio: Studio): Promise<string> => {
  const { server } = studio
  const { id } = await server.post("/customers", { name: "Ada Lovelace", email: "ada@example.com" })
  const customer = String(id)
  await saveCard(studio, customer, "approved_mastercard", "1850")
  const card = await saveCard(studio, customer, "approved", "1250")
  const { id: plan } = await server.post("/plans", {
    ...{ name: "Coffee club", amount: "900", currency: "EUR" },
    interval
  })
  await server.post("/subscriptions", { customer, payment_instrument: card, plan })
  await studio.setSeconds(60)
  return customer
}

/** Pays in a session with a new card, and saves the card. */
const saveCard = async (
  { openSession, server }: Studio,
  customer: string,
  name: "approved" | "approved_mastercard",
  amount: string
): Promise<string> => {
  const page = await openSession({
    ...{ customer, amount, description: "Coffee beans" },
    stored_credential: { usage: "recurring" }
  })
  await typeCard(page, name)
  const button = page.locator("payloom-checkout .methods .button")
  await inSight(button)
  await button.click()
  await page.getByText("Payment successful").waitFor()
  const session = new URL(page.url()).pathname.split("/").at(-1)
  await page.context().close()
  const body = { customer, checkout_session: session }
  return String((await server.post("/payment_instruments", body)).id)
}
