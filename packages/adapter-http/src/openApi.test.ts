import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import { itemsOf, type Json, type Reply } from "./testing/shopClient.ts"

const shop = await openShop()
const document = (await shop.get("/openapi.json", { bearer: null })).json
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, Json>>>>
const components = document.components as Readonly<Record<string, Readonly<Record<string, Json>>>>

const expected = {
  createPayment: ["post", "/payments"],
  listPayments: ["get", "/payments"],
  retrievePayment: ["get", "/payments/{id}"],
  listAttempts: ["get", "/payments/{id}/attempts"],
  capturePayment: ["post", "/payments/{id}/capture"],
  voidPayment: ["post", "/payments/{id}/void"],
  createRefund: ["post", "/payments/{id}/refunds"],
  listRefunds: ["get", "/payments/{id}/refunds"],
  createCustomer: ["post", "/customers"],
  listCustomers: ["get", "/customers"],
  retrieveCustomer: ["get", "/customers/{id}"],
  updateCustomer: ["patch", "/customers/{id}"],
  listPaymentInstruments: ["get", "/payment_instruments"],
  retrievePaymentInstrument: ["get", "/payment_instruments/{id}"],
  detachPaymentInstrument: ["post", "/payment_instruments/{id}/detach"],
  createPlan: ["post", "/plans"],
  listPlans: ["get", "/plans"],
  retrievePlan: ["get", "/plans/{id}"],
  updatePlan: ["patch", "/plans/{id}"],
  listDisputes: ["get", "/disputes"],
  retrieveDispute: ["get", "/disputes/{id}"],
  listEvents: ["get", "/events"],
  retrieveEvent: ["get", "/events/{id}"],
  createSubscription: ["post", "/subscriptions"],
  listSubscriptions: ["get", "/subscriptions"],
  retrieveSubscription: ["get", "/subscriptions/{id}"],
  updateSubscription: ["patch", "/subscriptions/{id}"],
  cancelSubscription: ["post", "/subscriptions/{id}/cancel"],
  pauseSubscription: ["post", "/subscriptions/{id}/pause"],
  resumeSubscription: ["post", "/subscriptions/{id}/resume"],
  listBillingCycles: ["get", "/subscriptions/{id}/billing_cycles"]
} as const

const described = (name: keyof typeof expected): Json => {
  const [method, path] = expected[name]
  return paths[path]?.[method] ?? {}
}

/** Returns the names of an operation's parameters. A `$ref` has the name of its last part. */
const parametersOf = (operation: Json): ReadonlyArray<string> =>
  (operation.parameters as ReadonlyArray<Json>).map((parameter) =>
    String(parameter.name ?? String(parameter.$ref).split("/").at(-1))
  )

const resolved = (schema: Json): Json => {
  const ref = schema.$ref
  return typeof ref === "string"
    ? resolved(components.schemas?.[ref.split("/").at(-1) ?? ""] ?? {})
    : schema
}

const answerSchema = (operation: Json): Json => {
  const responses = operation.responses as Readonly<Record<string, Json>>
  const content = responses["200"]?.content as Readonly<Record<string, Json>>
  return resolved(content["application/json"]?.schema as Json)
}

describe("the OpenAPI document", () => {
  it("is version 3.1 and has the contract's version 0.1.0, a draft", () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect(document.info).toMatchObject({ title: "Payloom", version: "0.1.0" })
  })

  it("is the same under /v1, and needs no key", async () => {
    expect((await shop.get("/v1/openapi.json", { bearer: null })).json).toEqual(document)
  })

  it("has each operation at its path, with its name", () => {
    for (const [name, [method, path]] of Object.entries(expected)) {
      expect([path, paths[path]?.[method]?.operationId]).toEqual([path, name])
    }
    const all = Object.values(paths).flatMap((methods) => Object.keys(methods))
    expect(all.length).toBeGreaterThanOrEqual(Object.keys(expected).length)
  })

  it("requires an Idempotency-Key of 255 characters for changes except detaching, not for reads", () => {
    for (const [name, [method]] of Object.entries(expected)) {
      const parameters = parametersOf(described(name as keyof typeof expected))
      const isKeyed = method !== "get" && name !== "detachPaymentInstrument"
      expect([name, parameters.includes("IdempotencyKey")]).toEqual([name, isKeyed])
      expect(parameters).toContain("ServiceVersion")
    }
    expect(components.parameters?.IdempotencyKey).toMatchObject({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      schema: { maxLength: 255 }
    })
  })

  it("has the query parameters of lists, and none for refunds, which have one page", () => {
    expect(parametersOf(described("listPayments"))).toEqual(
      expect.arrayContaining([
        ...["limit", "starting_after", "ending_before", "status"],
        ...["created_gte", "created_lte"]
      ])
    )
    expect(parametersOf(described("listAttempts"))).toEqual(
      expect.arrayContaining(["limit", "starting_after", "ending_before"])
    )
    expect(parametersOf(described("listRefunds"))).toEqual(["id", "ServiceVersion"])
    expect(parametersOf(described("listDisputes"))).toEqual(
      expect.arrayContaining(["starting_after", "ending_before", "stage", "payment", "expand"])
    )
    expect(parametersOf(described("listEvents"))).toEqual([
      ...["ServiceVersion", "limit", "starting_after", "ending_before", "type", "occurred_gte"]
    ])
  })

  it("has no parameters that a list refuses or does not apply", () => {
    expect(parametersOf(described("listCustomers"))).toEqual([
      ...["ServiceVersion", "limit", "starting_after", "reference", "email"]
    ])
    expect(parametersOf(described("retrieveCustomer"))).toEqual(["id", "ServiceVersion"])
    expect(parametersOf(described("listPaymentInstruments"))).toEqual([
      ...["ServiceVersion", "customer", "limit", "starting_after"]
    ])
    expect(parametersOf(described("listPlans"))).toEqual([
      ...["ServiceVersion", "limit", "starting_after", "status"]
    ])
    expect(parametersOf(described("listSubscriptions"))).toEqual([
      ...["ServiceVersion", "customer", "plan", "status", "limit", "starting_after"]
    ])
    expect(parametersOf(described("listBillingCycles"))).toEqual([
      ...["id", "ServiceVersion", "limit", "starting_after", "ending_before", "status", "expand"]
    ])
  })

  it("says that resuming takes no body, and canceling and pausing one of their own", () => {
    expect(described("resumeSubscription")).not.toHaveProperty("requestBody")
    for (const name of ["cancelSubscription", "pauseSubscription"] as const) {
      expect(described(name)).toHaveProperty("requestBody")
    }
  })

  it("says that the list of payment instruments requires customer, and detaching no body", () => {
    const { parameters } = described("listPaymentInstruments")
    const required = (parameters as ReadonlyArray<Json>).filter((one) => one.required === true)
    expect(required.map(({ name }) => name)).toEqual(["customer"])
    expect(described("detachPaymentInstrument")).not.toHaveProperty("requestBody")
  })

  it("has 404 if the path or the body may name a resource that doesn't exist", () => {
    const has404 = (name: Parameters<typeof described>[0]) =>
      Object.hasOwn(described(name).responses as Json, "404")
    expect([has404("retrievePayment"), has404("createPayment")]).toEqual([true, true])
    expect(has404("listPayments")).toBe(false)
  })

  it("allows new statuses, and new codes, categories and advice of declines", () => {
    const open: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ...["Payment", "Capture", "Void", "Refund"].map((n) => [n, ["status"]] as const),
      ...["Plan", "Subscription"].map((n) => [n, ["status"]] as const),
      ...["CheckoutSession", "PayerSession", "CheckoutResult"].map((n) => [n, ["status"]] as const),
      ["Decline", ["code", "category", "advice"]]
    ]
    for (const [name, fields] of open) {
      const properties = components.schemas?.[name]?.properties as Readonly<Record<string, Json>>
      for (const field of fields) {
        expect([name, field, properties[field]]).toMatchObject([
          name,
          field,
          { anyOf: [{ type: "string", enum: expect.any(Array) }, { type: "string" }] }
        ])
      }
    }
  })

  it("allows them in lists, too", () => {
    const { properties } = answerSchema(described("listAttempts"))
    const attempt = (properties as Readonly<Record<string, Json>>).data?.items as Json
    expect(resolved(attempt).properties).toMatchObject({
      status: { anyOf: [{}, { type: "string" }] }
    })
  })

  it("names exactly the statuses of each filter", () => {
    const parameters = described("listPayments").parameters as ReadonlyArray<Json>
    const status = parameters.find(({ name }) => name === "status")?.schema as Json
    expect((status.items as Json).enum).toContain("succeeded")
  })

  it("has numbers in queries with their bounds", () => {
    const limits = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters }) => (parameters ?? []) as ReadonlyArray<Json>)
      .filter(({ name }) => name === "limit")
    expect(limits.length).toBeGreaterThan(3)
    for (const { schema } of limits) {
      expect(schema).toMatchObject({ type: "integer", minimum: 1, maximum: 100 })
    }
  })

  it("explains sessions without an amount, equal requests, and preflights", () => {
    const { description } = paths["/checkout_sessions"]?.post ?? {}
    expect(description).toContain("without `amount`")
    expect(components.parameters?.IdempotencyKey?.description).toMatch(/path and body.*whitespace/)
    const payer = (document.tags as ReadonlyArray<Json>).find(({ name }) => name === "Payer")
    expect(payer?.description).toContain("preflight is answered to any origin")
  })

  it("requires a bearer token", () => {
    expect(document.security).toEqual([{ secretKey: [] }])
    expect(components.securitySchemes?.secretKey).toMatchObject({ type: "http", scheme: "bearer" })
  })

  it("has no broken reference", () => {
    const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)
    const missing = [...refs].filter(([, kind, name]) => !components[kind ?? ""]?.[name ?? ""])
    expect(missing.map(([ref]) => ref)).toEqual([])
    expect(JSON.stringify(document)).not.toContain("#/$defs/")
  })

  it("describes real answers, field by field", async () => {
    const card = await shop.saveCard("approved")
    const manual = { payment_instrument: card, capture_method: "manual" }
    const [id, toVoid] = [(await shop.pay(manual)).json.id, (await shop.pay(manual)).json.id]
    const customer = await shop.post("/customers", {})
    const owner = (await shop.get(`/payment_instruments/${card}`)).json.customer
    const plan = await shop.post("/plans", {
      name: "Monthly",
      amount: "1250",
      currency: "EUR",
      interval: { unit: "month", count: 1 }
    })
    const subscription = await shop.post("/subscriptions", {
      customer: owner,
      payment_instrument: card,
      plan: plan.json.id
    })
    const subscribed = `/subscriptions/${subscription.json.id}`
    await shop.work()
    const events = await shop.get("/events")
    // Only a payment with splits has the first two, and only an instrument that is no card has apm.
    const optional = ["splits", "splits_reversed", "apm"]
    const replies: ReadonlyArray<readonly [keyof typeof expected, Reply]> = [
      ["createPayment", await shop.pay({ payment_instrument: card })],
      ["capturePayment", await shop.post(`/payments/${id}/capture`)],
      ["voidPayment", await shop.post(`/payments/${toVoid}/void`)],
      ["retrievePayment", await shop.get(`/payments/${id}`)],
      ["listPayments", await shop.get("/payments")],
      ["listAttempts", await shop.get(`/payments/${id}/attempts`)],
      ["listRefunds", await shop.get(`/payments/${id}/refunds`)],
      ["createCustomer", customer],
      ["listCustomers", await shop.get("/customers")],
      ["updateCustomer", await shop.patch(`/customers/${customer.json.id}`, {})],
      ["listPaymentInstruments", await shop.get(`/payment_instruments?customer=${owner}`)],
      ["retrievePaymentInstrument", await shop.get(`/payment_instruments/${card}`)],
      ["createPlan", plan],
      ["listPlans", await shop.get("/plans")],
      ["retrievePlan", await shop.get(`/plans/${plan.json.id}`)],
      ["updatePlan", await shop.patch(`/plans/${plan.json.id}`, {})],
      ["createSubscription", subscription],
      ["listSubscriptions", await shop.get("/subscriptions")],
      ["retrieveSubscription", await shop.get(subscribed)],
      ["updateSubscription", await shop.patch(subscribed, {})],
      ["listBillingCycles", await shop.get(`${subscribed}/billing_cycles`)],
      ["pauseSubscription", await shop.post(`${subscribed}/pause`)],
      ["resumeSubscription", await shop.post(`${subscribed}/resume`)],
      [
        "cancelSubscription",
        await shop.post(`${subscribed}/cancel`, { cancel_at_period_end: false })
      ],
      ["detachPaymentInstrument", await shop.post(`/payment_instruments/${card}/detach`)],
      ["listEvents", events],
      ["retrieveEvent", await shop.get(`/events/${itemsOf(events)[0]?.id}`)]
    ]
    for (const [name, { json }] of replies) {
      const schema = answerSchema(described(name))
      const fields = Object.keys(schema.properties as Json)
        .filter((field) => !optional.includes(field))
        .toSorted()
      expect([name, Object.keys(json).toSorted()]).toEqual([name, fields])
      expect([name, (schema.required as Array<string>).toSorted()]).toEqual([name, fields])
    }
  })

  it("describes real errors", async () => {
    const { json } = await shop.get("/payments/unknown")
    const error = resolved({ $ref: "#/components/schemas/Error" })
    const inner = (error.properties as Readonly<Record<string, Json>>).error
    expect(error.required).toEqual(Object.keys(json))
    expect(Object.keys(json.error as Json)).toEqual(inner?.required)
  })
})
