import fc from "fast-check"
import type { CommitFault } from "../../faults/mortalStorage.ts"
import { chargeThat, lookupThat, modificationThat } from "../../sandbox/conduct.ts"
import type { TestCardName } from "../../sandbox/testCards.ts"
import { attempted } from "./attempted.ts"
import { captureByHand, doByHand, isByHand } from "./captureByHand.ts"
import { day, encrypted, hour, minute, type Shop, second } from "./openShop.ts"
import {
  happenToPayer,
  type PayerHappening,
  payerCards,
  payerHappening
} from "./payerHappenings.ts"

/** One thing that happens in a simulated shop; numbers point at what there is by then. */
export type Happening =
  | { readonly _tag: "Pay"; readonly card: TestCardName; readonly manual: boolean; key: number }
  | {
      readonly _tag: "Modify"
      readonly kind: "capture" | "void" | "refund"
      readonly payment: number
      readonly percent: number
      readonly key: number
    }
  | { readonly _tag: "CaptureByHand"; readonly payment: number; readonly percent: number }
  | { readonly _tag: "VoidByHand"; readonly payment: number }
  | { readonly _tag: "Elapse"; readonly ms: number }
  | { readonly _tag: "Work" }
  | { readonly _tag: "WorkTwice" }
  | { readonly _tag: "Notify"; readonly about: number }
  | { readonly _tag: "Restart" }
  | { readonly _tag: "Fault"; readonly commit: number; readonly fault: CommitFault }
  | { readonly _tag: "Charge"; readonly conduct: keyof typeof chargeConducts }
  | { readonly _tag: "Modification"; readonly conduct: keyof typeof modificationConducts }
  | { readonly _tag: "LookupDown"; readonly times: number }
  | { readonly _tag: "Payer"; readonly does: PayerHappening }

const chargeConducts = {
  hangs: chargeThat.hangs,
  hangsAfterCharging: chargeThat.hangsAfterCharging,
  throws: chargeThat.throws,
  throwsAfterCharging: chargeThat.throwsAfterCharging,
  isNotSent: chargeThat.isNotSent,
  cascades: () => chargeThat.isDeclined("acquirer_refused"),
  appearsLate: () => chargeThat.appearsLate(3 * minute),
  appearsVeryLate: () => chargeThat.appearsLate(2 * hour),
  answersLate: () => chargeThat.answersAfter(2 * minute),
  settles: () => chargeThat.settles(hour),
  asksThePayer: chargeThat.asksThePayer
}

const modificationConducts = {
  fails: () => modificationThat.fails("refused"),
  settles: () => modificationThat.settles(hour),
  settlesBadly: () => modificationThat.settles(hour, "refused"),
  hangs: modificationThat.hangs,
  hangsAfterwards: modificationThat.hangsAfterwards,
  throws: modificationThat.throws,
  throwsAfterwards: modificationThat.throwsAfterwards,
  isNotSent: modificationThat.isNotSent,
  isReversed: () => modificationThat.isReversedAfter(hour),
  findsTheHoldExpired: modificationThat.findsTheHoldExpired
}

const allKinds = ["capture", "void", "refund"] as const

/** What only some kinds can meet. */
const kindsThat: Partial<
  Record<keyof typeof modificationConducts, ReadonlyArray<(typeof allKinds)[number]>>
> = { isReversed: ["refund"], findsTheHoldExpired: ["capture", "void"] }

const cards: ReadonlyArray<TestCardName> = [
  "approved",
  "approved_mastercard",
  "cascade",
  "cascade_exhausted",
  "not_sent",
  "do_not_honor",
  "timeout_charged",
  "timeout_not_charged",
  "lost_answer",
  "late_charge",
  "pending",
  "pending_declined",
  "slow",
  "capture_timeout_not_done",
  "void_timeout_done",
  "refund_pending_fails",
  "refund_timeout_done"
]

const faults: ReadonlyArray<CommitFault> = [
  "dies_before",
  "dies_after",
  "unavailable_before",
  "unavailable_after"
]

const small = fc.nat({ max: 9 })
const tag = <const Tag extends string>(name: Tag) => fc.constant(name)
const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  fc.constantFrom(...(Object.keys(record) as Array<Key>))

/** Anything that may happen; the usual more often than the unusual. */
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: tag("Pay"),
      card: fc.constantFrom(...cards),
      manual: fc.boolean(),
      key: small
    })
  },
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: tag("Modify"),
      kind: fc.constantFrom("capture" as const, "void" as const, "refund" as const),
      payment: small,
      percent: fc.integer({ min: 1, max: 110 }),
      key: small
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      _tag: tag("CaptureByHand"),
      payment: small,
      percent: fc.integer({ min: 1, max: 100 })
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: tag("VoidByHand"), payment: small }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: tag("Elapse"),
      ms: fc.constantFrom(second, 10 * second, minute, 15 * minute, 2 * hour, day, 5 * day)
    })
  },
  { weight: 3, arbitrary: fc.record({ _tag: tag("Work") }) },
  { weight: 1, arbitrary: fc.record({ _tag: tag("WorkTwice") }) },
  { weight: 2, arbitrary: fc.record({ _tag: tag("Notify"), about: small }) },
  { weight: 1, arbitrary: fc.record({ _tag: tag("Restart") }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: tag("Fault"),
      commit: fc.integer({ min: 1, max: 4 }),
      fault: fc.constantFrom(...faults)
    })
  },
  { weight: 2, arbitrary: fc.record({ _tag: tag("Charge"), conduct: keysOf(chargeConducts) }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: tag("Modification"), conduct: keysOf(modificationConducts) })
  },
  { weight: 1, arbitrary: fc.record({ _tag: tag("LookupDown"), times: small }) },
  { weight: 12, arbitrary: fc.record({ _tag: tag("Payer"), does: payerHappening }) }
)

/** What happenings pay with is there before anything goes wrong: cards saved, others encrypted. */
export const prepareCards = async (
  shop: Shop,
  happenings: ReadonlyArray<Happening>
): Promise<void> => {
  for (const card of payerCards) await encrypted(shop.box, card)
  for (const what of happenings) if (what._tag === "Pay") await shop.saveCard(what.card)
}

const referencesAt = async (shop: Shop): Promise<ReadonlyArray<string>> => [
  ...(await shop.run(shop.box.bank.charges())).map(({ reference }) => reference),
  ...(await shop.run(shop.box.bank.modifications())).map(({ reference }) => reference)
]

/** The MID that a charge, capture, void or refund at the bank went through. */
const midOf = async (shop: Shop, reference: string): Promise<string | undefined> => {
  const bank = shop.box.bank
  const charges = await shop.run(bank.charges())
  const made = [...charges, ...(await shop.run(bank.modifications()))]
  const account = made.find((one) => one.reference === reference)?.account
  return account === "sandbox_primary" ? shop.mids[0] : shop.mids[1]
}

const notifyOf = async (shop: Shop, reference: string | undefined): Promise<void> => {
  if (reference === undefined) return
  const mid = await midOf(shop, reference)
  await attempted(shop, () => shop.notify(reference, mid))
}

const paymentAt = async (shop: Shop, at: number) => {
  const payments = (await shop.shop().payments.list({ limit: 100 })).data
  return payments[at % Math.max(payments.length, 1)]
}

const modify = async (shop: Shop, what: Extract<Happening, { readonly _tag: "Modify" }>) => {
  const payment = await paymentAt(shop, what.payment)
  if (payment === undefined) return
  const amount = (payment.amount * BigInt(what.percent)) / 100n
  const options = { idempotencyKey: `${what.kind} ${what.key}` }
  const { payments: operations } = shop.shop()
  await attempted(shop, () =>
    shop.until<unknown>(
      what.kind === "void"
        ? operations.void(payment.id, {}, options)
        : operations[what.kind](payment.id, amount > 0n ? { amount } : {}, options)
    )
  )
}

/** Only where a look-up can find it: a notice alone may come while a void is under way. */
const meddle = async (
  shop: Shop,
  what: Extract<Happening, { readonly _tag: "CaptureByHand" | "VoidByHand" }>
): Promise<void> => {
  const payment = await paymentAt(shop, what.payment)
  if (payment === undefined || !shop.box.provider.capabilities.lookup) return
  if (what._tag === "VoidByHand") return doByHand(shop, "void", payment)
  const amount = (payment.amount * BigInt(what.percent)) / 100n
  await captureByHand(shop, payment, amount)
}

const runTwo = async (shop: Shop): Promise<void> => {
  const other = await shop.start()
  await attempted(shop, () =>
    shop.until(Promise.all([shop.process().payloom.runDue(), other.payloom.runDue()]))
  )
}

/** Lets one thing happen. */
export const happen = async (shop: Shop, what: Happening): Promise<void> => {
  switch (what._tag) {
    case "Pay": {
      const fields = what.manual ? ({ captureMethod: "manual" } as const) : {}
      return attempted(shop, () => shop.pay(what.card, fields, `pay ${what.key}`))
    }
    case "Modify":
      return modify(shop, what)
    case "CaptureByHand":
    case "VoidByHand":
      return meddle(shop, what)
    case "Elapse":
      return attempted(shop, () => shop.elapse(what.ms))
    case "Work":
      return attempted(shop, shop.work)
    case "WorkTwice":
      return runTwo(shop)
    case "Notify": {
      const references = await referencesAt(shop)
      return notifyOf(shop, references[what.about % Math.max(references.length, 1)])
    }
    case "Restart":
      return void (await shop.restart())
    case "Fault":
      return shop.process().mortal.meet((n) => (n === what.commit ? what.fault : undefined))
    case "Charge":
      return shop.box.script.charge(chargeConducts[what.conduct]())
    case "Modification":
      for (const kind of kindsThat[what.conduct] ?? allKinds) {
        const conduct = modificationConducts[what.conduct]()
        // What is done by hand at the provider is done.
        shop.box.script[kind]((call) => (isByHand(call.reference) ? undefined : conduct))
      }
      return
    case "Payer":
      return happenToPayer(shop, what.does)
    case "LookupDown":
      return shop.box.script.lookup(lookupThat.isUnavailable(), { times: what.times + 1 })
  }
}

/** The faults are over, time passes, and the bank tells all it knows. */
export const comeToRest = async (shop: Shop): Promise<void> => {
  shop.box.script.clear()
  await shop.restart()
  await shop.elapse(12 * day)
  for (const reference of await referencesAt(shop)) await notifyOf(shop, reference)
  await shop.elapse(hour)
  for (const reference of await referencesAt(shop)) await notifyOf(shop, reference)
  await shop.elapse(hour)
}
