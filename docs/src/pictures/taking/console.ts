import type { Page } from "playwright-core"
import type { Studio } from "../studio/Studio.ts"
import type { Taking } from "./Taking.ts"

/** Pictures of the operator's console. The server has no earlier payments. */
export const operatorsConsole = {
  console: async (studio) => {
    await payAt(studio, 4, "insufficient_funds")
    await payAt(studio, 9, "approved")
    const payment = await payAt(studio, 21, "cascade")
    await payAt(studio, 33, "approved", { capture_method: "manual" })
    await studio.setSeconds(47)
    await studio.server.post(`/payments/${payment}/refunds`, { amount: "250" })
    const page = await openConsole(studio, "/payments", 680)
    await page.locator("table").getByText("Partially refunded").waitFor()
    await page.getByText("Visa •••• 9995").waitFor()
    return { page, isWholeWindow: true }
  },
  "console-home": async (studio) => {
    const page = await openConsole(studio, "", 760)
    await page.getByText("Insufficient funds").waitFor()
    return { page, isWholeWindow: true }
  },
  story: async (studio) => {
    // The first account declines the payment, and the second account approves it.
    const payment = await payAt(studio, 90, "cascade")
    const page = await openConsole(studio, `/payments/${payment}`, 760)
    await page.getByRole("heading", { name: "Attempts" }).waitFor()
    const attempts = page.locator("section", {
      has: page.getByRole("heading", { name: "Attempts" })
    })
    await attempts.getByText("Why this route").first().click()
    return { page, through: attempts }
  }
} satisfies Taking

const openConsole = ({ open, server }: Studio, path: string, height: number): Promise<Page> =>
  open(`${server.url}/console${path}`, { viewport: { width: 1180, height } })

/** Pays with a saved test card, some seconds after the start. Returns the payment's id. */
const payAt = async (
  { server, setSeconds }: Studio,
  seconds: number,
  card: string,
  fields: object = {}
): Promise<string> => {
  await setSeconds(seconds)
  const { id } = await server.post("/payments", {
    amount: "1250",
    currency: "EUR",
    type: "one_off",
    payment_instrument: server.instruments[card],
    ...fields
  })
  return String(id)
}
