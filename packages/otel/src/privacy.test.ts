import { type Merchant, Payloom, type Payment } from "@payloom/core"
import { Effect } from "effect"
import { expect, it, onTestFinished, vi } from "vitest"
import { openTraced, paymentRequest } from "./testing/openTraced.ts"

/** The text that everything a person may have typed contains here. */
const marker = "Zebedee"
const email = `${marker.toLowerCase()}@shop.example`
const number = "4242424242424242"
// Digits within ids and durations are no card number.
const leaks = new RegExp(`${marker}|4242424242|(?<![\\w.])(4242|09876)(?!\\w)`, "i")

const metadata = { note: `${marker} likes tea`, [marker]: "yes" }
const billingAddress = { postalCode: "09876", country: "DE" }

const key = (name: string) => ({ idempotencyKey: `${marker}-${name}` })

/** Lets an operation be refused, because refusals have spans too. */
const refused = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    () => undefined
  )

const customerAndCard = async ({ box, shop }: Awaited<ReturnType<typeof openTraced>>) => {
  const { id: customer } = await shop.customers.create(
    { name: `${marker} Miller`, email, reference: marker, billingAddress, metadata },
    key("customer")
  )
  const card = { number, expMonth: 12, expYear: 2049, cvc: "098", holder: `${marker} Miller` }
  const { id } = await shop.cards.save({ ciphertext: await box.encryptCard(card), customer })
  return { customer, paymentInstrument: id }
}

const refusals = async (shop: Merchant) => {
  await refused(shop.payments.retrieve(`${marker}: no such payment`))
  await refused(shop.payments.capture(`payment_${marker}`, {}, key("capture")))
  await refused(shop.customers.update(email, { name: marker }, key("update")))
  await refused(shop.webhooks.create({ url: `ftp://${marker}.example` }))
}

/** Submits evidence against a dispute of a payment, after evidence that is refused. */
const evidence = async (
  { box, shop, payloom }: Awaited<ReturnType<typeof openTraced>>,
  payment: Payment
) => {
  await Effect.runPromise(box.dispute(payment, { amount: 700n }))
  await box.notify(payloom)
  const [dispute] = (await shop.disputes.list()).data
  const texts = { explanation: `${marker} signed for it.` }
  const receipt = { field: "receipt", name: `${marker}.pdf`, type: "application/pdf" } as const
  const files = [{ ...receipt, data: new TextEncoder().encode(marker) }]
  const submit = (more: object = {}) =>
    shop.disputes.submitEvidence(dispute?.id ?? "", { texts, files, ...more })
  await refused(submit({ texts: { ...texts, [marker]: marker } }))
  expect((await submit()).status).toBe("submitted")
}

it("spans and metrics have no text that a person typed", async () => {
  // The default loggers also write to spans.
  const console = vi.spyOn(globalThis.console, "log").mockImplementation(() => undefined)
  onTestFinished(() => console.mockRestore())
  const opened = await openTraced()
  const { box, payloom, shop, secret, sent, handler, metrics, exporter } = opened
  const url = `https://${marker}.example/hooks?token=${marker}`
  await shop.webhooks.create({ url, description: marker } as { url: string })
  await payloom.events.consume("mailer", ({ id }) => {
    throw new Error(`${marker} has no mailbox: ${id}`)
  })
  const { customer, paymentInstrument } = await customerAndCard(opened)
  const charge = { amount: 1250n, currency: "EUR", type: "one_off", customer } as const
  const lineItems = [{ name: `${marker} tea`, quantity: 1, amount: 1250n }]
  const payment = await shop.payments.create(
    { ...charge, paymentInstrument, metadata, lineItems } as typeof charge,
    key("order")
  )
  await shop.payments.refund(payment.id, { amount: 500n }, key("refund"))
  await evidence(opened, payment)
  const declined = await box.saveCard(shop, "insufficient_funds", customer)
  await shop.payments.create({ ...charge, paymentInstrument: declined, metadata }, key("declined"))
  const plan = { name: marker, amount: 500n, currency: "EUR", interval: "month", metadata } as const
  await refused(shop.plans.create(plan as never, key("plan")))
  await refusals(shop)
  const { sessionToken = "", id: session } = await shop.checkout.create(
    { amount: 1250n, currency: "EUR", metadata } as { amount: bigint; currency: string },
    key("session")
  )
  await refused(shop.checkout.retrieve(`${session}${marker}`))
  const { secret: publishableKey } = await payloom.tenants.createApiKey(shop.scope, "publishable")
  const ciphertext = await box.encryptCard({ number, expMonth: 1, expYear: 2048, cvc: "098" })
  await payloom
    .payer({ publishableKey, sessionToken })
    .confirm({ method: "card", card: { ciphertext } })
  await handler(paymentRequest(secret, paymentInstrument, { "user-agent": marker }))
  await handler(paymentRequest(`${secret}${marker}`, marker))
  await handler(new Request(`http://localhost/v1/payments?customer=${marker}`, { method: "GET" }))
  await handler(new Request(`http://localhost/${marker}/payments/${marker}`))
  await payloom.runDue()
  // The marker is in the events, so telemetry had it before its eyes.
  expect(JSON.stringify(sent)).toMatch(leaks)
  const spans = exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    attributes: span.attributes,
    events: span.events,
    links: span.links.map(({ attributes }) => attributes),
    status: span.status
  }))
  expect(spans.length).toBeGreaterThan(50)
  expect(spans.map(({ name }) => name)).toContain("submitEvidence sandbox")
  expect(spans.filter((span) => leaks.test(JSON.stringify(span)))).toEqual([])
  expect((await metrics()).split("\n").filter((line) => leaks.test(line))).toEqual([])
})

it("options that are no tracer or no meter are refused with the mistake", async () => {
  const { otel } = await import("./otel.ts")
  expect(() => otel({ tracer: {} as never })).toThrow(/options.tracer must be a tracer/)
  expect(() => otel({ meter: {} as never })).toThrow(/options.meter must be a meter/)
  expect(() => otel({ tenant: true } as never)).toThrow(/tenants/)
  await expect(Payloom.make({ telemetry: otel } as never)).rejects.toThrow(
    /telemetry must be telemetry, such as otel\(\), but is a function: call it/
  )
})
