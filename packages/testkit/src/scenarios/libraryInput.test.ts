import { serviceVersions } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"

const shop = await openShop()
const merchant = shop.shop()
const paymentInstrument = await shop.saveCard("approved")
const charge = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const

/** Allows fields that are undefined, as without `exactOptionalPropertyTypes`. */
const loose = (input: object): never => input as never

describe("a field of a library call that is undefined", () => {
  const undefinedFields = loose({
    ...charge,
    customer: undefined,
    captureMethod: undefined,
    metadata: { order: "7", note: undefined }
  })

  it("counts as absent, at every depth", async () => {
    const payment = await merchant.payments.create(undefinedFields, { idempotencyKey: "loose" })
    expect(payment).toMatchObject({ status: "succeeded", metadata: { order: "7" } })
    expect(Object.keys(payment.metadata)).toEqual(["order"])
  })

  it("makes no other request, so the idempotency key returns the same answer", async () => {
    const key = { idempotencyKey: "either" }
    const first = await merchant.payments.create(undefinedFields, key)
    const same = await merchant.payments.create({ ...charge, metadata: { order: "7" } }, key)
    expect(same).toEqual(first)
  })

  it("is still missing if it is required", async () => {
    const input = loose({ ...charge, amount: undefined })
    await expect(merchant.payments.create(input, { idempotencyKey: "none" })).rejects.toMatchObject(
      {
        code: "parameter_missing",
        param: "amount"
      }
    )
  })

  it("counts as absent in every operation's input", async () => {
    const key = (idempotencyKey: string) => ({ idempotencyKey })
    const { customers, plans, checkout, payments, templates, routing } = merchant
    const customer = await customers.create(
      loose({ email: "a@b.example", name: undefined }),
      key("1")
    )
    expect(customer).toMatchObject({ email: "a@b.example", name: null })
    const updated = await customers.update(
      customer.id,
      loose({ email: undefined, billingAddress: { country: "DE", postalCode: undefined } }),
      key("2")
    )
    expect(updated).toMatchObject({ email: "a@b.example", billingAddress: { country: "DE" } })
    const session = await checkout.create(
      loose({ amount: 100n, currency: "EUR", locale: undefined }),
      key("3")
    )
    expect(session.status).toBe("created")
    const held = await shop.pay("approved", { captureMethod: "manual" })
    expect((await payments.capture(held.id, loose({ amount: undefined }), key("4"))).amount).toBe(
      1250n
    )
    await shop.work()
    expect((await payments.refund(held.id, loose({ reason: undefined }), key("5"))).amount).toBe(
      1250n
    )
    expect((await payments.list(loose({ limit: 1, status: undefined }))).data).toHaveLength(1)
    const plan = await plans.create(
      loose({
        name: "Monthly",
        amount: 5n,
        currency: "EUR",
        interval: { unit: "month", count: 1 },
        trial: { days: 7, amount: undefined },
        setupFee: undefined
      }),
      key("6")
    )
    expect(plan).toMatchObject({ trial: { days: 7, amount: 0n }, setupFee: null })
    const left = { name: undefined, status: undefined, metadata: undefined }
    expect(await plans.update(plan.id, loose(left), key("7"))).toEqual(plan)
    const successor = await plans.supersede(plan.id, loose({ trial: undefined }), key("8"))
    expect(successor.trial).toEqual(plan.trial)
    const template = await templates.create(
      loose({ name: "Shop", palette: { Primary: undefined } })
    )
    expect(template.name).toBe("Shop")
    const [mid] = shop.mids
    await routing.setRules([
      loose({
        name: "all",
        order: "listed",
        targets: [{ mid, weight: 1 }],
        conditions: { currencies: undefined }
      })
    ])
    expect(await routing.rules()).toHaveLength(1)
  })
})

describe("a list of the library", () => {
  it("needs no argument", async () => {
    const { payments, customers, plans, checkout, templates } = merchant
    const payment = await shop.pay("approved")
    expect((await payments.list()).data[0]?.id).toBe(payment.id)
    expect((await payments.listAttempts(payment.id)).data).toHaveLength(1)
    expect((await payments.listRefunds(payment.id)).data).toEqual([])
    const lists = [customers.list(), plans.list(), checkout.list(), templates.list()]
    for (const list of lists) expect((await list).object).toBe("list")
  })

  it("needs no argument in the services either", async () => {
    const { services } = shop.process().payloom
    const caller = { scope: merchant.scope, serviceVersion: serviceVersions[0] }
    expect((await shop.run(services.payments.list(caller))).object).toBe("list")
    expect((await shop.run(services.customers.list(caller))).object).toBe("list")
    expect((await shop.run(services.plans.list(caller))).object).toBe("list")
    expect((await shop.run(services.checkout.list(caller))).object).toBe("list")
    expect((await shop.run(services.templates.list(merchant.scope))).object).toBe("list")
  })
})
