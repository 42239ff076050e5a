import type Stripe from "stripe"
import { describe, expect, it } from "vitest"
import { readSubscription } from "./readSubscription.ts"
import { isWait, leftReasons } from "./reasons.ts"

const day = 86_400
const now = Date.UTC(2026, 10, 15) / 1000
const start = now - 10 * day
const end = now + 20 * day

const card = { id: "pm_1", type: "card", card: { brand: "visa", last4: "4242" } }
const price = {
  id: "price_1",
  active: true,
  billing_scheme: "per_unit",
  currency: "eur",
  product: "prod_1",
  recurring: { interval: "month", interval_count: 1, usage_type: "licensed" },
  unit_amount: 1250
}
const item = { current_period_start: start, current_period_end: end, price, quantity: 1 }
const customer = { id: "cus_1", balance: 0, invoice_settings: { default_payment_method: card } }
const usual = {
  id: "sub_1",
  billing_cycle_anchor: end,
  cancel_at: null,
  cancel_at_period_end: false,
  collection_method: "charge_automatically",
  currency: "eur",
  customer,
  items: { data: [item], has_more: false },
  latest_invoice: { id: "in_1", created: start, status: "paid" },
  metadata: {},
  start_date: start,
  status: "active"
}

const read = (changes: object = {}, pending: ReadonlyArray<string> = []) =>
  readSubscription({ ...usual, ...changes } as unknown as Stripe.Subscription, {
    importId: "import_1",
    now: now * 1000,
    marginMs: 900_000,
    pendingItems: new Set(pending)
  })
const withItem = (changes: object) => ({ items: { data: [{ ...item, ...changes }] } })
const withPrice = (changes: object) => withItem({ price: { ...price, ...changes } })
const withCustomer = (changes: object) => ({ customer: { ...customer, ...changes } })

describe("a subscription at Stripe", () => {
  it("continues with its price at the end of its period", () => {
    const { input, card: charged, plan } = read()
    expect(input).toMatchObject({ externalId: "stripe:sub_1", reasons: [] })
    expect(input.terms).toMatchObject({ amount: 1250n, currency: "EUR", nextCharge: end * 1000 })
    expect(charged?.token).toBe("pm_1:cus_1")
    expect(plan).toMatchObject({ externalId: "stripe:price_1", amount: 1250n })
  })

  it("continues with several units of its price on terms of its own", () => {
    const { terms } = read(withItem({ quantity: 3 })).input
    expect(terms).toMatchObject({ amount: 3750n, plan: null })
  })

  it("has its amount in the units that are used here", () => {
    const inKrona = { ...withPrice({ currency: "isk", unit_amount: 50_000 }), currency: "isk" }
    expect(read(inKrona).input.terms).toMatchObject({ amount: 500n, currency: "ISK" })
    const odd = { ...withPrice({ currency: "isk", unit_amount: 50_001 }), currency: "isk" }
    expect(read(odd).input).toMatchObject({ terms: null, reasons: ["price_in_fractions"] })
  })

  it.each([
    ["invoice_sent_to_customer", { collection_method: "send_invoice" }],
    ["several_items", { items: { data: [item, item], has_more: false } }],
    ["not_recurring", withPrice({ recurring: null })],
    ["metered_price", withPrice({ recurring: { ...price.recurring, usage_type: "metered" } })],
    ["tiered_price", withPrice({ billing_scheme: "tiered", unit_amount: null })],
    ["price_in_fractions", withPrice({ unit_amount: null, unit_amount_decimal: "12.5" })],
    ["customer_chooses_price", withPrice({ custom_unit_amount: {} })],
    ["quantity_is_transformed", withPrice({ transform_quantity: { divide_by: 10 } })],
    ["quantity_missing", withItem({ quantity: undefined })],
    ["price_in_another_currency", withPrice({ currency: "usd" })],
    ["discount", { discounts: ["di_1"] }],
    ["discount", withItem({ discounts: ["di_1"] })],
    ["discount", withCustomer({ discount: { id: "di_1" } })],
    ["tax", { automatic_tax: { enabled: true } }],
    ["tax", { default_tax_rates: [{ id: "txr_1" }] }],
    ["tax", withItem({ tax_rates: [{ id: "txr_1" }] })],
    ["schedule", { schedule: "sub_sched_1" }],
    ["billing_schedules", { billing_schedules: [{}] }],
    ["pending_update", { pending_update: {} }],
    ["pending_invoice_items", { pending_invoice_item_interval: {} }],
    ["customer_balance", withCustomer({ balance: -500 })],
    ["connect", { application_fee_percent: 5 }],
    ["connect", { transfer_data: {} }],
    ["managed_payments", { managed_payments: { enabled: true } }],
    ["billing_thresholds", { billing_thresholds: {} }],
    ["cancel_at_other_time", { cancel_at: end + day }],
    ["card_missing", withCustomer({ invoice_settings: { default_payment_method: null } })],
    ["card_is_legacy_source", { default_source: "src_1" }],
    ["not_a_card", { default_payment_method: { id: "pm_2", type: "sepa_debit" } }],
    ["paused_at_stripe", { pause_collection: { behavior: "void", resumes_at: null } }],
    ["status_past_due", { status: "past_due" }],
    ["status_unknown", { status: "brand_new" }]
  ])("stays at Stripe as %s", (reason, changes) => {
    expect(reason in leftReasons).toBe(true)
    expect(read(changes).input).toMatchObject({ terms: null, reasons: [reason] })
  })

  it("stays at Stripe if its customer has items that wait for the next invoice", () => {
    expect(read({}, ["cus_1"]).input.reasons).toEqual(["pending_invoice_items"])
  })

  it("stays at Stripe if its customer was deleted", () => {
    const { input } = read({ customer: { id: "cus_1", deleted: true } })
    expect(input).toMatchObject({ terms: null })
    expect(input.reasons).toContain("customer_missing")
  })

  it.each([
    ["invoice_draft", { latest_invoice: { created: start, status: "draft" } }],
    ["invoice_open", { latest_invoice: { created: start, status: "open" } }],
    ["period_without_invoice", { latest_invoice: { created: start - day, status: "paid" } }],
    ["at_boundary", withItem({ current_period_end: now + 600 })]
  ])("waits with %s", (reason, changes) => {
    const { input } = read(changes)
    expect(isWait(reason)).toBe(true)
    expect(input.reasons).toEqual([reason])
    expect(input.terms).not.toBe(null)
  })

  it("may have been frozen by this import only", () => {
    const pause_collection = { behavior: "void", resumes_at: null }
    const ours = { payloom_import: "import_1", payloom_until: String(end) }
    expect(read({ pause_collection, metadata: ours }).isFrozen).toBe(true)
    const theirs = { ...ours, payloom_import: "import_2" }
    expect(read({ pause_collection, metadata: theirs }).isFrozen).toBe(false)
    const resumes = { behavior: "void", resumes_at: end }
    expect(read({ pause_collection: resumes, metadata: ours }).isFrozen).toBe(false)
  })

  it("doesn't bring the marks of the freeze along", () => {
    const metadata = { payloom_import: "import_1", payloom_until: "1", plan: "gold" }
    expect(read({ metadata }).input.terms?.metadata).toEqual({ plan: "gold" })
  })
})
