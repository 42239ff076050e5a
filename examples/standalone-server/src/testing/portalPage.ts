import { expect, vi } from "vitest"
import type { HostedPage } from "./hostedPage.ts"
import { openPayer, type Payer } from "./payer.ts"

const monthly = { unit: "month", count: 1 }

/** A customer with a saved card, and the portal's page as the customer sees it. */
export interface PortalCustomer {
  readonly customer: string
  readonly card: string
  /** Subscribes the customer, for 9.00 EUR a month. Returns the subscription's id. */
  readonly subscribe: (plan: string) => Promise<string>
  /** Returns the address of the page of a new portal session. */
  readonly link: (fields?: object) => Promise<string>
  /** Opens the page of a new portal session. */
  readonly open: (fields?: object, options?: Parameters<typeof openPayer>[3]) => Promise<Payer>
}

/** Creates a customer whose card pays a checkout session on the hosted page's server. */
export const portalCustomer = async (on: HostedPage): Promise<PortalCustomer> => {
  const { get, post, printed } = on.server()
  const { json: made } = await post("/customers", { name: "Ada", email: "ada@example.com" })
  const customer = String(made.id)
  const payer = await on.openForm({ amount: "500", customer, stored_credential: recurring })
  await payer.type("approved")
  await payer.press()
  await payer.reads("Payment successful")
  const session = new URL(payer.page.url()).pathname.split("/").at(-1)
  await payer.page.context().close()
  const body = { customer, checkout_session: session }
  const { json: saved } = await post("/payment_instruments", body)
  const card = String(saved.id)
  const link: PortalCustomer["link"] = async (fields = {}) => {
    const { json } = await post("/portal_sessions", {
      customer,
      publishable_key: printed.publishable_key,
      return_url: `${printed.url}/`,
      allow: [
        ...["payment_instruments", "cancel", "cancel_now"],
        ...["pause", "pay_overdue", "receipts"]
      ],
      ...fields
    })
    return String(json.url)
  }
  return {
    customer,
    card,
    link,
    subscribe: async (name) => {
      const plan = await post("/plans", { name, amount: "900", currency: "EUR", interval: monthly })
      const { json } = await post("/subscriptions", {
        customer,
        payment_instrument: card,
        plan: plan.json.id
      })
      const path = `/subscriptions/${json.id}`
      await vi.waitFor(async () => expect((await get(path)).json.status).toBe("active"), {
        timeout: 20_000
      })
      return String(json.id)
    },
    open: async (fields, options) =>
      openPayer(on.browser(), await link(fields), on.witness, options)
  }
}

const recurring = { usage: "recurring" }

/** Moves the time of the server ahead. */
export const goAhead = (on: HostedPage, span: "day" | "week" | "month"): Promise<void> =>
  inShop(on, "any/time", { span })

/** Bills a subscription to a test card, as the demo shop's page does. */
export const changeCard = (on: HostedPage, id: string, card: string): Promise<void> =>
  inShop(on, `${id}/card`, { card })

/** Sends a form of the demo shop. */
const inShop = async (
  on: HostedPage,
  action: string,
  fields: Readonly<Record<string, string>>
): Promise<void> => {
  const { url } = on.server().printed
  const { status } = await fetch(`${url}/shop/subscriptions/${action}`, {
    method: "POST",
    headers: { Origin: url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields),
    redirect: "manual"
  })
  expect(status).toBe(303)
}

/** Presses a button in the open dialog. */
export const pressIn = async ({ page }: Payer, name: string): Promise<void> =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click()

/** Presses a button of the payer's page, which the open dialog shows in a slot. */
export const submit = async ({ page }: Payer, name: string): Promise<void> =>
  page.locator("payloom-checkout").getByRole("button", { name, exact: true }).click()
