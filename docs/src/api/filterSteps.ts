import type { ExampleShop } from "./exampleSteps.ts"

type Row = Readonly<Record<string, unknown>>

const rowsOf = ({ data }: Row): ReadonlyArray<Row> => data as ReadonlyArray<Row>

const text = (row: Row | undefined, name: string): string => String(row?.[name])

/** Reads each list with its filters, and its second page. */
export const takeFilterSteps = async (shop: ExampleShop, customer: string): Promise<void> => {
  const { ask } = shop
  await filterPayments(shop)
  await ask("listCustomers", { query: { email: "ada.lovelace@example.com" } })
  await ask("listCustomers", { query: { reference: "user-4712" } })
  const [session] = rowsOf(await ask("listCheckoutSessions", { query: { limit: "100", customer } }))
  await ask("listCheckoutSessions", { query: { status: text(session, "status") } })
  const plans = rowsOf(await ask("listSubscriptions", { query: { limit: "100" } }))
  const planned = plans.find(({ plan }) => plan !== null)
  const [plan, status] = [text(planned, "plan"), text(planned, "status")]
  await ask("listSubscriptions", { query: { plan, status } })
  await ask("listPlans", { query: { status: "active" } })
  await filterCycles(shop, text(planned, "id"))
  const times = { created_gte: "2026-11-25T00:00:00.000Z", created_lte: "2026-11-26T00:00:00.000Z" }
  await turnPages(shop, {
    listPayments: times,
    listCustomers: {},
    listCheckoutSessions: {},
    listPaymentInstruments: { customer },
    listPlans: {},
    listSubscriptions: { customer },
    listDisputes: {},
    listEvents: { occurred_gte: "2026-11-25T00:00:00.000Z" }
  })
  const { session_token: token } = await ask("createPortalSession", { body: { customer } })
  const portal = { listPortalInstruments: {}, listPortalSubscriptions: {}, listReceipts: {} }
  await turnPages(shop, portal, { token: String(token) })
}

const filterPayments = async ({ ask }: ExampleShop): Promise<void> => {
  await ask("listPayments", { query: { status: "succeeded", expand: "customer" } })
  const [dispute] = rowsOf(await ask("listDisputes", { query: { limit: "1" } }))
  const [payment, stage] = [text(dispute, "payment"), text(dispute, "stage")]
  await ask("listDisputes", { query: { payment, stage, expand: "payment" } })
  await ask("retrieveDispute", { id: text(dispute, "id"), query: { expand: "payment" } })
  const payments = rowsOf(await ask("listPayments", { query: { limit: "100" } }))
  const repeated = payments.find(({ attempts }) => Number(Object(attempts).length) > 1)
  await turnPages({ ask }, { listAttempts: {} }, { id: text(repeated, "id") })
}

const filterCycles = async ({ ask }: ExampleShop, id: string): Promise<void> => {
  const [cycle] = rowsOf(await ask("listBillingCycles", { id }))
  const status = text(cycle, "status")
  await ask("listBillingCycles", { id, query: { status, expand: "payment" } })
  await turnPages({ ask }, { listBillingCycles: {} }, { id })
}

/** Reads the second page of lists. */
const turnPages = async (
  { ask }: Pick<ExampleShop, "ask">,
  lists: Readonly<Record<string, Readonly<Record<string, string>>>>,
  of: { readonly id?: string; readonly token?: string } = {}
): Promise<void> => {
  for (const [name, query] of Object.entries(lists)) {
    const first = await ask(name, { ...of, query: { ...query, limit: "1" } })
    if (first.next_cursor === null) throw new Error(`${name} has no second page.`)
    const cursor = String(first.next_cursor)
    await ask(name, { ...of, query: { ...query, limit: "20", starting_after: cursor } })
    if (backwards.has(name)) {
      await ask(name, { ...of, query: { ...query, limit: "20", ending_before: cursor } })
    }
    if (name === "listCheckoutSessions") await ask(name, { query: { limit: "20", cursor } })
  }
}

/** The lists that can be read backwards. */
const backwards = new Set([
  "listPayments",
  "listAttempts",
  "listDisputes",
  "listBillingCycles",
  "listEvents"
])
