import type { BrowserContextOptions, Page } from "playwright-core"

/** A page of the console that is taken in each look. */
interface ConsolePage {
  /** The page of the scene. The picture's own name if absent. */
  readonly at?: string
  /** The height of the picture on a desktop in CSS pixels. 720 if absent. */
  readonly height?: number
  /** Opens a dialog or a panel. */
  readonly open?: (page: Page) => Promise<void>
}

const press = (name: string) => (page: Page) =>
  page.locator("main").getByRole("button", { name, exact: true }).first().click()

/** The pages, by their names in docs/screenshots/console. */
export const consolePages: Readonly<Record<string, ConsolePage>> = {
  home: { height: 900 },
  payments: {},
  filters: {
    at: "payments",
    open: async (page) => {
      await press("Filter")(page)
      await page.locator("details.many > summary").first().click()
      await page.getByLabel("Declined", { exact: true }).check()
      await page.getByLabel("Authorized", { exact: true }).check()
      await page.getByText("Remove the filter").first().waitFor()
    }
  },
  payment: { height: 1240 },
  refund: {
    at: "payment",
    open: async (page) => {
      await press("Refund…")(page)
      await page.getByRole("button", { name: "Half" }).click()
    }
  },
  "payment-declined": {},
  "payment-unknown": {},
  "payment-held": {},
  customers: {},
  customer: { height: 900 },
  erase: { at: "customer", open: press("Erase…") },
  subscriptions: {},
  subscription: { height: 1000 },
  "subscription-overdue": {},
  plans: {},
  plan: {},
  disputes: {},
  dispute: {},
  checkouts: {},
  checkout: {},
  alerts: {},
  "alerts-resolved": {},
  resolve: { at: "alerts", open: press("Resolve…") },
  webhooks: { height: 840 },
  endpoint: { at: "webhooks", open: press("New endpoint…") },
  delivery: { height: 900 },
  routing: {},
  rules: { height: 900 },
  ledger: { height: 840 },
  statement: {},
  payout: {},
  report: {},
  jobs: {},
  consumers: {},
  keys: {},
  audit: {}
}

/** The usual size of a picture on a desktop. */
export const desktop = { width: 1180, height: 720 }

/** The looks of a page, by the ends of the pictures' names. */
export const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: desktop },
  dark: { viewport: desktop, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 } }
}

/** The names of the pictures of all pages. */
export const consolePageNames: ReadonlyArray<string> = Object.keys(consolePages).flatMap((page) =>
  Object.keys(looks).map((look) => `console/${page}-${look}`)
)
