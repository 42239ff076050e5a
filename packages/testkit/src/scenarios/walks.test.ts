import { type Merchant, PaymentCollection, type PaymentStatus, Storage } from "@payloom/core"
import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { auditedShops } from "./testing/auditedShops.ts"
import { type Shop, second } from "./testing/openShop.ts"

const open = auditedShops()

/** Opens a shop with this many payments, and counts the reads of pages. */
const openCounting = async (count: number) => {
  let reads = 0
  const shop = await open({
    between: (inner) =>
      Storage.of({
        ...inner,
        page: (scope, of, query) => {
          if (of.name === PaymentCollection.name) reads += 1
          return inner.page(scope, of, query)
        }
      })
  })
  for (let n = 0; n < count; n++) await makePayment(shop, `payment-${n}`)
  return { shop, payments: shop.shop().payments, reads: () => reads }
}

const makePayment = (shop: Shop, idempotencyKey: string) =>
  shop
    .shop()
    .payments.create({ amount: 1250n, currency: "EUR", type: "one_off" }, { idempotencyKey })

interface Listed {
  readonly id: string
}

const idsIn = async (items: AsyncIterable<Listed>): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for await (const { id } of items) ids.push(id)
  return ids
}

const idsOf = ({ data }: { readonly data: ReadonlyArray<Listed> }): ReadonlyArray<string> =>
  data.map(({ id }) => id)

describe("a walk through a list", () => {
  it.each([1, 2, 3, 7, 8])(
    "lists each item once, in the list's order, for pages of %i",
    async (limit) => {
      const { payments } = await openCounting(7)
      expect(await idsIn(payments.iterate({ limit }))).toEqual(idsOf(await payments.list()))
    }
  )

  it("reads a page when an item of it is needed, and none after the last", async () => {
    const { payments, reads } = await openCounting(4)
    const walk = payments.iterate({ limit: 2 })[Symbol.asyncIterator]()
    const readsAt: Array<number> = [reads()]
    for (let n = 0; n < 5; n++) {
      await walk.next()
      readsAt.push(reads())
    }
    expect(readsAt).toEqual([0, 1, 1, 2, 2, 2])
  })

  it("that is stopped reads no more pages", async () => {
    const { payments, reads } = await openCounting(4)
    for await (const { id } of payments.iterate({ limit: 1 })) {
      expect(id).toMatch(/^payment_/)
      break
    }
    expect(reads()).toBe(1)
  })

  it("begins anew each time", async () => {
    const { payments } = await openCounting(3)
    const walk = payments.iterate({ limit: 2 })
    expect(await idsIn(walk)).toEqual(await idsIn(walk))
  })

  it("keeps its filters on every page, one status or several", async () => {
    const { shop, payments } = await openCounting(3)
    const paid = [await shop.pay("approved"), await shop.pay("approved")].map(({ id }) => id)
    await payments.cancel((await makePayment(shop, "given up")).id)
    const walked = (status: PaymentStatus | ReadonlyArray<PaymentStatus>) =>
      idsIn(payments.iterate({ status, limit: 1 }))
    expect(await walked("succeeded")).toEqual(paid.toReversed())
    expect(await walked(["succeeded"])).toEqual(paid.toReversed())
    expect(await walked(["succeeded", "canceled"])).toHaveLength(3)
    expect(await idsIn(payments.iterate({ createdGte: shop.clock.now() + second }))).toEqual([])
  })

  it("expands on every page", async () => {
    const { shop, payments } = await openCounting(0)
    for (const key of ["a", "b", "c"]) await shop.pay("approved", {}, key)
    const expanded = payments.iterate({ expand: ["customer"], limit: 1 })
    for await (const { customer } of expanded) {
      expect(customer).toMatchObject({ object: "customer" })
    }
  })

  it("rejects at the refused page with the list's error", async () => {
    const { shop, payments } = await openCounting(2)
    const strange = { status: "strange" } as unknown as { readonly status: PaymentStatus }
    await expect(idsIn(payments.iterate(strange))).rejects.toMatchObject({ _tag: "InvalidInput" })
    const walk = payments.iterate({ limit: 1 })[Symbol.asyncIterator]()
    await walk.next()
    await shop.process().payloom.close()
    await expect(walk.next()).rejects.toMatchObject({ _tag: "EngineClosed" })
  })

  it("is a stream for programs in Effect", async () => {
    const { shop, reads } = await openCounting(5)
    const { services } = shop.process().payloom
    const caller = { scope: shop.shop().scope, serviceVersion: "2026-11-01" }
    const walk = services.payments.iterate(caller, { limit: 2 })
    const taken = await Effect.runPromise(Stream.runCollect(Stream.take(walk, 3)))
    expect(taken.map(({ id }) => id)).toEqual(idsOf(await shop.shop().payments.list()).slice(0, 3))
    expect(reads()).toBe(3)
  })
})

/** Each walk, and everything in its list on one page. */
const walks: Readonly<
  Record<string, (shop: Merchant, ids: Ids) => readonly [AsyncIterable<Listed>, Promise<Page>]>
> = {
  "payments.iterateAttempts": ({ payments }, { payment }) => [
    payments.iterateAttempts(payment, { limit: 1 }),
    payments.listAttempts(payment)
  ],
  "customers.iterate": ({ customers }) => [customers.iterate({ limit: 1 }), customers.list()],
  "paymentInstruments.iterate": ({ paymentInstruments }, { customer }) => [
    paymentInstruments.iterate({ customer, limit: 1 }),
    paymentInstruments.list({ customer })
  ],
  "plans.iterate": ({ plans }) => [
    plans.iterate({ status: "active", limit: 1 }),
    plans.list({ status: "active" })
  ],
  "checkout.iterate": ({ checkout }) => [
    checkout.iterate({ status: "created", limit: 1 }),
    checkout.list({ status: ["created"] })
  ],
  "templates.iterate": ({ templates }) => [templates.iterate({ limit: 1 }), templates.list()]
}

interface Page {
  readonly data: ReadonlyArray<Listed>
}

interface Ids {
  readonly payment: string
  readonly customer: string
}

const plan = {
  name: "Monthly",
  amount: 5n,
  currency: "EUR",
  interval: { unit: "month", count: 1 }
} as const

/** Creates several of everything that can be listed. */
const stock = async (shop: Shop): Promise<Ids> => {
  const merchant = shop.shop()
  const { id: customer } = await merchant.customers.create({}, { idempotencyKey: "customer" })
  for (const key of ["one", "another"]) {
    const ciphertext = await shop.box.encryptCard("approved")
    await merchant.cards.save({ ciphertext, customer })
    await merchant.customers.create({}, { idempotencyKey: key })
    await merchant.plans.create(plan, { idempotencyKey: key })
    await merchant.checkout.create({ amount: 5n }, { idempotencyKey: key })
    await merchant.templates.create({ name: key })
  }
  const { id: payment } = await shop.pay("cascade")
  return { payment, customer }
}

describe("a walk with several concurrent reads", () => {
  it("returns each item once, in order, and then ends", async () => {
    const { payments } = await openCounting(8)
    const all = await idsIn(payments.iterate())
    const steps = payments.iterate({ limit: 3 })[Symbol.asyncIterator]()
    const asked = await Promise.all(Array.from({ length: 10 }, () => steps.next()))
    expect(asked.map(({ value }) => value?.id)).toEqual([...all, undefined, undefined])
    expect(asked.map(({ done = false }) => done)).toEqual([...all.map(() => false), true, true])
  })

  it("has ended for further reads after it was left", async () => {
    const { payments } = await openCounting(4)
    const steps = payments.iterate({ limit: 2 })[Symbol.asyncIterator]()
    const [first, left, after] = await Promise.all([steps.next(), steps.return?.(), steps.next()])
    expect([first.done ?? false, left?.done, after.done]).toEqual([false, true, true])
  })
})

describe("every list that has pages", () => {
  it.each(Object.keys(walks))("can be walked through: %s", async (name) => {
    const shop = await open()
    const ids = await stock(shop)
    const [items, page] = walks[name]?.(shop.shop(), ids) ?? []
    if (items === undefined || page === undefined) return expect.unreachable()
    const listed = idsOf(await page)
    expect(listed.length).toBeGreaterThan(1)
    expect(await idsIn(items)).toEqual(listed)
  })

  it("has a walk, unless it answers everything at once or is for the customer's page", async () => {
    const { services } = (await open()).process().payloom
    const lists = Object.entries(services).flatMap(([service, operations]) =>
      Object.keys(operations).flatMap((name) => (name.startsWith("list") ? [[service, name]] : []))
    )
    const unwalked = lists.filter(([service = "", name = ""]) => {
      const walk = name.replace("list", "iterate")
      return !Object.hasOwn(services[service as keyof typeof services] ?? {}, walk)
    })
    expect(lists.length).toBeGreaterThan(5)
    expect(unwalked.map((path) => path.join("."))).toEqual([
      "payments.listRefunds",
      "routing.listMids",
      "portal.listInstruments",
      "portal.listSubscriptions",
      "portal.listReceipts",
      "webhooks.list",
      "imports.list"
    ])
  })
})
