import type { ChargeNotification } from "@payloom/core"
import { lookupThat } from "../../sandbox/conduct.ts"
import { hold } from "./holds.ts"
import { ofImports } from "./importMutations.ts"
import type { NotifyingShop } from "./notifyingShop.ts"
import { openCheckout } from "./openCheckout.ts"
import { day, minute } from "./openShop.ts"
import { movementsOn, reported } from "./settlementReport.ts"
import { declineAll, elapseTo, newKey, subscribe } from "./subscribing.ts"

/** Prepares what a mutation needs, and returns the arguments of its call after the scope. */
type Prepare = (on: NotifyingShop) => Promise<ReadonlyArray<unknown>>

const money = { amount: 100n, currency: "EUR" } as const
const monthly = { ...money, name: "Monthly", interval: { unit: "month", count: 1 } } as const

const plan = async ({ shop }: NotifyingShop) =>
  (await shop.shop().plans.create(monthly, newKey())).id

const template = async ({ shop }: NotifyingShop) =>
  (await shop.shop().templates.create({ name: "Shop" })).id

const endpoint = async ({ shop }: NotifyingShop) =>
  (await shop.shop().webhooks.create({ url: "https://shop.example/hooks" })).id

/** Lets the outcome of a charge be unknown for so long that an alert is raised. */
const alert = async ({ shop }: NotifyingShop) => {
  shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
  await shop.pay("timeout_not_charged")
  await shop.elapse(2 * day)
  return (await shop.shop().alerts.list()).data[0]?.id ?? ""
}

/** Delivers a notification that can't be booked. */
const keptNotification = async ({ shop, notify }: NotifyingShop) => {
  const payment = await shop.pay("approved")
  const charge: ChargeNotification["charge"] = {
    _tag: "Found",
    providerReference: "ch_1",
    amount: 9999n,
    currency: "EUR",
    state: "captured",
    networkReference: null,
    rawCode: null
  }
  await notify({ _tag: "Charge", id: "odd", reference: shop.lastAttempt(payment), charge })
  return (await shop.shop().notifications.list()).data[0]?.id ?? ""
}

const rule = (mid: string) => ({
  name: "all",
  conditions: {},
  order: "listed",
  targets: [{ mid, weight: 1 }]
})

const ofPayments: Readonly<Record<string, Prepare>> = {
  "payments.create": async ({ shop }) => [
    { ...money, type: "one_off", paymentInstrument: await shop.saveCard("approved") },
    newKey()
  ],
  "payments.capture": async ({ shop }) => [(await hold(shop)).id, {}, newKey()],
  "payments.void": async ({ shop }) => [(await hold(shop)).id, {}, newKey()],
  "payments.incrementAuthorization": async ({ shop }) => [
    (await hold(shop)).id,
    { amount: 2000n },
    newKey()
  ],
  "payments.refund": async ({ shop }) => [(await shop.pay("approved")).id, money100, newKey()],
  "payments.cancel": async ({ shop }) => {
    const { payments } = shop.shop()
    return [(await payments.create({ ...money, type: "one_off" }, newKey())).id]
  },
  "payments.resolveAttempt": async ({ shop }) => [
    shop.lastAttempt(await shop.pay("timeout_not_charged")),
    { _tag: "NotCharged" }
  ],
  "disputes.submitEvidence": async ({ shop, dispute: notify }) => {
    const payment = await shop.pay("approved")
    const providerReference = await shop.run(shop.box.dispute(payment))
    await notify(shop.lastAttempt(payment), { providerReference })
    const [dispute] = (await shop.shop().disputes.list()).data
    return [dispute?.id, { texts: { explanation: "It arrived." } }]
  },
  "ledger.reconcile": async ({ shop }) => {
    await shop.pay("approved")
    const rows = (await movementsOn(shop)).map((group) => reported(group))
    return [rows, { mid: shop.mids[0], from: 0, to: shop.clock.now() }]
  },
  "notifications.replay": async (on) => [await keptNotification(on)],
  "notifications.dismiss": async (on) => [await keptNotification(on)],
  "alerts.take": async (on) => [await alert(on)],
  "alerts.resolve": async (on) => [await alert(on), { note: "Done" }],
  "alerts.reopen": async (on) => {
    const id = await alert(on)
    await on.shop.shop().alerts.take(id)
    return [id]
  }
}

const money100 = { amount: 100n }

const ofPayers: Readonly<Record<string, Prepare>> = {
  "checkout.create": async () => [money, newKey()],
  "checkout.cancel": async ({ shop }) => [(await openCheckout(shop)).id],
  "portalSessions.create": async ({ shop }) => [
    { customer: (await shop.shop().customers.create({}, newKey())).id },
    newKey()
  ],
  "portalSessions.revoke": async ({ shop }) => {
    const { id: customer } = await shop.shop().customers.create({}, newKey())
    return [(await shop.shop().portalSessions.create({ customer }, newKey())).id]
  },
  "customers.create": async () => [{ name: "Ada" }, newKey()],
  "customers.update": async ({ shop }) => [
    (await shop.shop().customers.create({}, newKey())).id,
    { name: "Ada" },
    newKey()
  ],
  "customers.erase": async ({ shop }) => [
    (await shop.shop().customers.create({}, newKey())).id,
    newKey()
  ],
  "cards.save": async ({ shop }) => [{ ciphertext: await shop.box.encryptCard("approved") }],
  "paymentInstruments.create": async ({ shop }) => {
    const { id: customer } = await shop.shop().customers.create({}, newKey())
    const storedCredential = { usage: "recurring" } as const
    const checkout = await openCheckout(shop, { ...money, storedCredential, customer })
    await checkout.confirm("approved")
    return [{ customer, checkoutSession: checkout.id }, newKey()]
  },
  "paymentInstruments.detach": async ({ shop }) => [await shop.saveCard("approved")]
}

const ofBilling: Readonly<Record<string, Prepare>> = {
  "plans.create": async () => [monthly, newKey()],
  "plans.update": async (on) => [await plan(on), { name: "Month" }, newKey()],
  "plans.supersede": async (on) => [await plan(on), { amount: 200n }, newKey()],
  "subscriptions.create": async ({ shop }) => {
    const paymentInstrument = await shop.saveCard("approved")
    const { customer } = await shop.shop().paymentInstruments.retrieve(paymentInstrument)
    const { name: _, ...terms } = monthly
    return [{ ...terms, customer, paymentInstrument }, newKey()]
  },
  "subscriptions.update": async ({ shop }) => [
    (await subscribe(shop)).id,
    { metadata: { a: "b" } },
    newKey()
  ],
  "subscriptions.cancel": async ({ shop }) => [(await subscribe(shop)).id, {}, newKey()],
  "subscriptions.undoCancel": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.shop().subscriptions.cancel(id, {}, newKey())
    return [id, newKey()]
  },
  "subscriptions.pause": async ({ shop }) => [(await subscribe(shop)).id, {}, newKey()],
  "subscriptions.resume": async ({ shop }) => {
    const { id } = await subscribe(shop)
    await shop.shop().subscriptions.pause(id, {}, newKey())
    return [id, newKey()]
  },
  "subscriptions.recoverySession": async ({ shop }) => {
    const { id } = await subscribe(shop)
    declineAll(shop)
    await elapseTo(shop, "2026-12-16")
    return [id, {}, newKey()]
  }
}

const ofSettings: Readonly<Record<string, Prepare>> = {
  "templates.create": async () => [{ name: "Shop" }],
  "templates.update": async (on) => [await template(on), { name: "Store" }],
  "templates.publish": async (on) => [await template(on)],
  "routing.createMid": async ({ shop }) => [
    {
      name: "third",
      provider: shop.box.provider.name,
      currencies: ["EUR"],
      credentials: "third"
    }
  ],
  "routing.updateMid": async ({ shop }) => [shop.mids[0], { enabled: false }],
  "routing.setRules": async ({ shop }) => [[rule(shop.mids[0] ?? "")]],
  "webhooks.create": async () => [{ url: "https://shop.example/hooks" }, newKey()],
  "webhooks.update": async (on) => [await endpoint(on), { description: "Hooks" }],
  "webhooks.rotateSecret": async (on) => [await endpoint(on), newKey()],
  "webhooks.delete": async (on) => [await endpoint(on)],
  "webhooks.replay": async (on) => {
    const id = await endpoint(on)
    await on.shop.pay("approved")
    await on.shop.work()
    const [delivery] = (await on.shop.shop().webhooks.deliveries({ endpoint: id })).data
    return [{ delivery: delivery?.id }]
  },
  "tenants.create": async () => [{ displayName: "Other", defaultCurrency: "EUR" }],
  "tenants.updateAccount": async ({ shop }) => [shop.shop().scope, { displayName: "Store" }],
  "tenants.createApiKey": async ({ shop }) => [shop.shop().scope, "secret", newKey()],
  "tenants.revokeApiKey": async ({ shop }) => {
    const { scope } = shop.shop()
    const { tenants } = shop.process().payloom
    return [scope, (await tenants.createApiKey(scope, "secret")).id]
  },
  "consumers.replay": async ({ shop }) => {
    const { events } = shop.process().payloom
    const failing = () => {
      throw new Error("no")
    }
    await events.consume("copies", failing, { from: "beginning" })
    await shop.pay("approved")
    await shop.elapse(minute)
    return ["copies", (await events.parked()).data[0]?.event]
  }
}

/** Every mutation of core, with the preparation of a call that changes something. */
export const mutations: Readonly<Record<string, Prepare>> = {
  ...ofPayments,
  ...ofPayers,
  ...ofBilling,
  ...ofImports,
  ...ofSettings
}

/** The operations that write nothing for an actor: reads, and the engine's own work. */
export const unrecorded: ReadonlyArray<string> = [
  "tenants.find tenants.authenticate tenants.settings",
  "background.runDue background.nextDue background.sweep background.checkStorage",
  "background.receiveNotification background.receiveCardUpdate",
  "background.reconcileWithProviders",
  "payments.list payments.retrieve payments.listAttempts payments.listRefunds",
  "payments.explain payments.story disputes.list disputes.retrieve",
  "disputes.evidence",
  "checkout.list checkout.retrieve checkout.look templates.retrieve templates.list",
  "payer.read payer.confirm payer.status payer.identify",
  "customers.list customers.retrieve paymentInstruments.list paymentInstruments.retrieve",
  "portalSessions.look portalSessions.retrieve portal.identify portal.read portal.receipt",
  // A portal always records the customer as the actor.
  "portal.addInstrument portal.cancel portal.changeInstrument portal.listInstruments",
  "portal.listReceipts portal.listSubscriptions portal.makeDefault portal.pause portal.resume",
  "portal.payOverdue portal.removeInstrument portal.undoCancel",
  "plans.list plans.retrieve subscriptions.list subscriptions.retrieve",
  "subscriptions.listCycles subscriptions.preview subscriptions.upcoming subscriptions.consent",
  "routing.listMids routing.health routing.rules routing.simulate",
  "ledger.trialBalance ledger.statement ledger.revenue audit.list",
  "imports.list imports.objects imports.find",
  "alerts.list alerts.retrieve notifications.list notifications.retrieve",
  "events.list events.retrieve webhooks.list webhooks.retrieve webhooks.deliveries",
  "webhooks.delivery consumers.consume consumers.consumeInTransaction consumers.parked",
  "reporting.payments reporting.search reporting.figures reporting.attention reporting.lag",
  "reporter.run reporter.catchUp"
].flatMap((line) => line.split(" "))
