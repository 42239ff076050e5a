import type { Page } from "playwright-core"
import type { Studio } from "../studio/Studio.ts"
import type { Taking } from "./Taking.ts"

/** Pictures of the live page and of a payment's timeline. The server has no earlier payments. */
export const live = {
  live: async (studio) => {
    const page = await openLive(studio, "/live", 980)
    await page.getByText("Connected").waitFor()
    await payAt(studio, 4, "insufficient_funds")
    await page.getByText("12.50 EUR, declined").waitFor()
    const payment = await payAt(studio, 21, "cascade")
    await page.getByText("12.50 EUR, succeeded").waitFor()
    await page.getByText(/^once, HTTP 204 in /).waitFor()
    await studio.setSeconds(47)
    await studio.server.post(`/payments/${payment}/refunds`, { amount: "250" })
    await page.getByText("partially_refunded").first().waitFor()
    return { page, through: section(page, "Webhooks") }
  },
  story: async (studio) => {
    // The first account declines the payment, and the second account approves it.
    const payment = await payAt(studio, 90, "cascade")
    const page = await openLive(studio, `/live/payments/${payment}`, 760)
    await section(page, "Attempts").getByRole("heading", { name: "2. " }).waitFor()
    return { page, through: section(page, "Attempts") }
  }
} satisfies Taking

const openLive = ({ open, server }: Studio, path: string, width: number): Promise<Page> =>
  open(`${server.url}${path}`, {
    viewport: { width, height: 900 },
    httpCredentials: { username: "any", password: server.secretKey }
  })

const section = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, level: 2 }) })

/** Pays with a saved test card, some seconds after the start. Returns the payment's id. */
const payAt = async (
  { server, setSeconds }: Studio,
  seconds: number,
  card: string
): Promise<string> => {
  await setSeconds(seconds)
  const { id } = await server.post("/payments", {
    amount: "1250",
    currency: "EUR",
    type: "one_off",
    payment_instrument: server.instruments[card]
  })
  return String(id)
}
