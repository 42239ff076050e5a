import { expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { interruptEachRead, type PrepareActs } from "./testing/interruptedShop.ts"
import { day, type Shop } from "./testing/openShop.ts"
import { url } from "./testing/shopsWithWebhooks.ts"
import { monthly, newKey, saveAnew, subscribe } from "./testing/subscribing.ts"

const audited = auditedShops()

/** Pays, and returns the endpoints that the event was sent to. */
const hooked = async (shop: Shop): Promise<ReadonlyArray<string>> => {
  await shop.pay("approved")
  await shop.work()
  const [event] = (await shop.shop().events.list()).data
  const sent = (await shop.shop().webhooks.deliveries({ event: event?.id ?? "" })).data
  return sent.map(({ endpoint }) => endpoint).sort()
}

/** Checks that exactly the enabled endpoints get an event. */
const allHooked = (shop: Shop) => async () => {
  const endpoints = (await shop.shop().webhooks.list()).data
  const enabled = endpoints.filter(({ status }) => status === "enabled").map(({ id }) => id)
  expect(await hooked(shop)).toEqual(enabled.sort())
}

/** Checks that a living subscription has a customer, and a card that can be charged. */
const allBilled = (shop: Shop) => async () => {
  const { subscriptions, paymentInstruments, customers } = shop.shop()
  for (const { status, paymentInstrument, customer } of (await subscriptions.list()).data) {
    if (["canceled", "expired", "terminated"].includes(status)) continue
    expect((await paymentInstruments.retrieve(paymentInstrument)).detached).toBe(false)
    expect((await customers.retrieve(customer)).id).toBe(customer)
  }
}

const acts: Readonly<Record<string, PrepareActs>> = {
  "two endpoints are created": async ({ shop }) => ({
    first: ({ merchant }) => merchant.webhooks.create({ url }),
    meanwhile: ({ merchant }) => merchant.webhooks.create({ url: `${url}/2` }),
    check: allHooked(shop)
  }),
  "an endpoint is created and another deleted": async ({ shop }) => {
    const { id } = await shop.shop().webhooks.create({ url })
    return {
      first: ({ merchant }) => merchant.webhooks.create({ url: `${url}/2` }),
      meanwhile: ({ merchant }) => merchant.webhooks.delete(id),
      check: allHooked(shop)
    }
  },
  "an endpoint is deleted and another created": async ({ shop }) => {
    const { id } = await shop.shop().webhooks.create({ url })
    return {
      first: ({ merchant }) => merchant.webhooks.delete(id),
      meanwhile: ({ merchant }) => merchant.webhooks.create({ url: `${url}/2` }),
      check: allHooked(shop)
    }
  },
  "two endpoints are disabled": async ({ shop }) => {
    const one = await shop.shop().webhooks.create({ url })
    const two = await shop.shop().webhooks.create({ url: `${url}/2` })
    await shop.shop().webhooks.create({ url: `${url}/3` })
    return {
      first: ({ merchant }) => merchant.webhooks.update(one.id, { status: "disabled" }),
      meanwhile: ({ merchant }) => merchant.webhooks.update(two.id, { status: "disabled" }),
      check: allHooked(shop)
    }
  },
  "two accounts are created": async ({ shop }) => {
    const made = {
      provider: "sandbox",
      currencies: ["EUR"],
      credentials: "sandbox_primary"
    } as const
    return {
      first: ({ merchant }) => merchant.routing.createMid({ ...made, name: "one" }),
      meanwhile: ({ merchant }) => merchant.routing.createMid({ ...made, name: "two" }),
      check: async () => {
        const names = (await shop.shop().routing.listMids()).map(({ name }) => name)
        expect(names).toEqual(expect.arrayContaining(["one", "two"]))
      }
    }
  },
  "two accounts are changed": async ({ shop }) => {
    const [one = "", two = ""] = shop.mids
    return {
      first: ({ merchant }) => merchant.routing.updateMid(one, { name: "one" }),
      meanwhile: ({ merchant }) => merchant.routing.updateMid(two, { name: "two" }),
      check: async () => {
        const names = (await shop.shop().routing.listMids()).map(({ name }) => name)
        expect(names).toEqual(expect.arrayContaining(["one", "two"]))
      }
    }
  },
  "a customer is erased and subscribed": async ({ shop }) => {
    const { id, customer } = await saveAnew(shop, "approved")
    return {
      first: ({ merchant }) => merchant.customers.erase(customer, newKey()),
      meanwhile: ({ merchant }) =>
        merchant.subscriptions.create({ customer, paymentInstrument: id, ...monthly }, newKey()),
      check: allBilled(shop)
    }
  },
  "a customer is subscribed and erased": async ({ shop }) => {
    const { id, customer } = await saveAnew(shop, "approved")
    return {
      first: ({ merchant }) =>
        merchant.subscriptions.create({ customer, paymentInstrument: id, ...monthly }, newKey()),
      meanwhile: ({ merchant }) => merchant.customers.erase(customer, newKey()),
      check: allBilled(shop)
    }
  },
  "a card is detached and charged": async ({ shop }) => {
    const paymentInstrument = await shop.saveCard("approved")
    const order = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
    return {
      first: ({ merchant }) => merchant.paymentInstruments.detach(paymentInstrument),
      meanwhile: ({ merchant }) => merchant.payments.create(order, newKey())
    }
  },
  "a subscription gets another card that is detached": async ({ shop }) => {
    const { id, customer } = await subscribe(shop)
    const { id: paymentInstrument } = await saveAnew(shop, "approved", customer)
    return {
      first: ({ merchant }) => merchant.subscriptions.update(id, { paymentInstrument }, newKey()),
      meanwhile: ({ merchant }) => merchant.paymentInstruments.detach(paymentInstrument),
      check: allBilled(shop)
    }
  },
  "a card is detached and subscribed": async ({ shop }) => {
    const { id, customer } = await saveAnew(shop, "approved")
    return {
      first: ({ merchant }) => merchant.paymentInstruments.detach(id),
      meanwhile: ({ merchant }) =>
        merchant.subscriptions.create({ customer, paymentInstrument: id, ...monthly }, newKey()),
      check: allBilled(shop)
    }
  },
  "a card is subscribed and detached": async ({ shop }) => {
    const { id, customer } = await saveAnew(shop, "approved")
    return {
      first: ({ merchant }) =>
        merchant.subscriptions.create({ customer, paymentInstrument: id, ...monthly }, newKey()),
      meanwhile: ({ merchant }) => merchant.paymentInstruments.detach(id),
      check: allBilled(shop)
    }
  },
  "a card is detached that a subscription gets": async ({ shop }) => {
    const { id, customer } = await subscribe(shop)
    const { id: paymentInstrument } = await saveAnew(shop, "approved", customer)
    return {
      first: ({ merchant }) => merchant.paymentInstruments.detach(paymentInstrument),
      meanwhile: ({ merchant }) =>
        merchant.subscriptions.update(id, { paymentInstrument }, newKey()),
      check: allBilled(shop)
    }
  },
  "a subscription is changed and billed": async ({ shop }) => {
    const { id, customer } = await subscribe(shop)
    const { id: paymentInstrument } = await saveAnew(shop, "approved", customer)
    await shop.clock.advance(32 * day)
    return {
      first: ({ merchant }) => merchant.subscriptions.update(id, { paymentInstrument }, newKey()),
      meanwhile: ({ payloom }) => payloom.runDue()
    }
  },
  "a plan is retired and subscribed to": async ({ shop }) => {
    const plan = await shop.shop().plans.create({ name: "A plan", ...monthly }, newKey())
    const { id, customer } = await saveAnew(shop, "approved")
    return {
      first: ({ merchant }) =>
        merchant.subscriptions.create({ customer, paymentInstrument: id, plan: plan.id }, newKey()),
      meanwhile: ({ merchant }) => merchant.plans.update(plan.id, { status: "retired" }, newKey())
    }
  },
  "an alert is taken": async ({ shop }) => {
    await shop.pay("wrong_amount")
    const [alert] = (await shop.shop().alerts.list()).data
    return {
      first: ({ merchant }) => merchant.alerts.take(alert?.id ?? ""),
      meanwhile: ({ merchant }) => merchant.alerts.resolve(alert?.id ?? "", { note: "settled" })
    }
  }
}

it.each(Object.keys(acts))("while %s by two processes, nothing of either is lost", (name) =>
  interruptEachRead(audited, acts[name] as PrepareActs)
)
