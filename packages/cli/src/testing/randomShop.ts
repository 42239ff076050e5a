import type { Payment } from "@payloom/core"
import { chargeThat, modificationThat, type TestCardName } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { newKey, type RestoredShop } from "./restoring.ts"

/** Something that happens in a shop. `of` chooses what it happens to. */
export interface ShopAct {
  readonly act: ActName
  readonly of: number
}

/** The state of a shop of random acts. */
export interface RandomShop {
  readonly store: RestoredShop
  readonly cards: ReadonlyArray<string>
  /** The payments that were answered. */
  readonly payments: Array<Payment>
  readonly publishableKey: string
}

const hour = 3_600_000
const day = 24 * hour
const returnUrl = "https://shop.example/back"
const typed: ReadonlyArray<TestCardName> = ["approved", "insufficient_funds", "three_ds_challenge"]

const one = <A>(all: ReadonlyArray<A>, of: number): A | undefined => all[of % all.length]

/** Runs something at the bank, at the time of the shop. */
export const atBank = <A, E>({ clock }: RestoredShop, doing: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(doing, Clock.Clock, clock))

type Act = (shop: RandomShop, of: number) => Promise<unknown>

const pay = async ({ store, cards, payments }: RandomShop, of: number, isHeld: boolean) => {
  const paying = store.pay(one(cards, of) ?? "", {
    amount: 500n + BigInt(of),
    ...(isHeld ? { captureMethod: "manual" } : {})
  })
  payments.push(await store.clock.until(paying))
}

const openSession = async ({ store, publishableKey }: RandomShop, more: object = {}) => {
  const session = await store
    .shop()
    .checkout.create({ amount: 900n, currency: "EUR", ...more }, newKey())
  const payer = { publishableKey, sessionToken: session.sessionToken ?? "" }
  return { id: session.id, payer: store.payloom().payer(payer) }
}

const onPayment =
  (act: (shop: RandomShop, payment: Payment, of: number) => Promise<unknown>): Act =>
  async (shop, of) => {
    const payment = one(shop.payments, of)
    if (payment !== undefined) await act(shop, payment, of)
  }

const acts = {
  pay: (shop, of) => pay(shop, of, false),
  hold: (shop, of) => pay(shop, of, true),
  lose_answer: (shop, of) => {
    shop.store.box.script.charge(chargeThat.throwsAfterCharging())
    return pay(shop, of, of % 2 === 0)
  },
  settle_later: (shop, of) => {
    shop.store.box.script.charge(chargeThat.settles(2 * day))
    return pay(shop, of, false)
  },
  capture: onPayment(({ store }, { id, amount }, of) =>
    store.shop().payments.capture(id, of % 2 === 0 ? {} : { amount: amount / 2n }, newKey())
  ),
  void: onPayment(({ store }, { id }) => store.shop().payments.void(id, {}, newKey())),
  refund: onPayment(({ store }, { id }, of) => {
    if (of % 3 === 0) store.box.script.refund(modificationThat.throwsAfterwards())
    return store.shop().payments.refund(id, of % 2 === 0 ? {} : { amount: 200n }, newKey())
  }),
  refund_at_desk: onPayment(({ store }, payment) =>
    atBank(store, store.box.refund(payment, { amount: 100n }))
  ),
  dispute: onPayment(({ store }, payment, of) =>
    atBank(store, store.box.dispute(payment, of % 2 === 0 ? {} : { amount: 300n }))
  ),
  confirm: async (shop, of) => {
    const { payer } = await openSession(shop)
    const ciphertext = await shop.store.box.encryptCard(one(typed, of) ?? "approved")
    await shop.store.clock.until(payer.confirm({ method: "card", card: { ciphertext } }))
  },
  redirect: async (shop) => {
    const { payer } = await openSession(shop)
    await shop.store.clock.until(
      payer.confirm({ method: "apm", apm: { type: "sandbox_bank" }, returnUrl })
    )
  },
  save_card: async (shop) => {
    const { id: customer } = await shop.store.shop().customers.create({}, newKey())
    const storedCredential = { usage: "recurring" } as const
    const { id, payer } = await openSession(shop, { customer, storedCredential })
    const ciphertext = await shop.store.box.encryptCard("approved")
    await shop.store.clock.until(payer.confirm({ method: "card", card: { ciphertext } }))
    const given = { customer, checkoutSession: id }
    await shop.store.shop().paymentInstruments.create(given, newKey())
  },
  subscribe: async ({ store, cards }, of) => {
    const paymentInstrument = one(cards, of) ?? ""
    const { customer } = await store.shop().paymentInstruments.retrieve(paymentInstrument)
    const interval = { unit: "week", count: 1 } as const
    const terms = { amount: 700n, currency: "EUR", interval } as const
    await store.shop().subscriptions.create({ customer, paymentInstrument, ...terms }, newKey())
  },
  notify: ({ store }) => store.box.notify(store.payloom()),
  work: ({ store }) => store.clock.elapse(hour, store.payloom()),
  a_week_passes: ({ store }) => store.clock.elapse(8 * day, store.payloom())
} satisfies Readonly<Record<string, Act>>

export type ActName = keyof typeof acts

/** The names of everything that may happen. */
export const actNames = Object.keys(acts) as ReadonlyArray<ActName>

/** Lets something happen. A refusal of the engine or the bank is no error. */
export const happen = async (shop: RandomShop, { act, of }: ShopAct): Promise<void> => {
  await (acts[act] as Act)(shop, of).catch((error: unknown) => {
    if (!(error instanceof Error) || !("_tag" in error)) throw error
  })
}
