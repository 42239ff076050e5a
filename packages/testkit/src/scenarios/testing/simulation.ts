import { DisputeStage } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { anyCard, anyFault } from "../../arbitraries.ts"
import { applyFaults, type Fault } from "../../faults/faultPlan.ts"
import type { TestCardName } from "../../sandbox/testCards.ts"
import { attempted } from "./attempted.ts"
import { captureByHand, doByHand, isByHand } from "./captureByHand.ts"
import { everyOption, type Modifying, modifying, someSplits } from "./modifying.ts"
import { day, encrypted, hour, minute, type Shop, second } from "./openShop.ts"
import {
  happenToPayer,
  type PayerHappening,
  payerCards,
  payerHappening
} from "./payerHappenings.ts"

/** A step in a simulated shop. Its numbers select existing objects. */
export type Happening =
  | {
      readonly _tag: "Pay"
      readonly card: TestCardName
      readonly manual: boolean
      /** True to ask for everything that an authorization may offer. */
      readonly inParts: boolean
      /** True to pay parts of it to other accounts. It is not for payments in parts. */
      readonly splits: boolean
      readonly key: number
    }
  | ({ readonly _tag: "Modify"; readonly payment: number; readonly key: number } & Modifying)
  | { readonly _tag: "CaptureByHand"; readonly payment: number; readonly percent: number }
  | { readonly _tag: "VoidByHand"; readonly payment: number }
  | {
      readonly _tag: "Dispute"
      readonly payment: number
      /**
       * The position of the dispute that changes its stage. After the last one, a new dispute
       * begins.
       */
      readonly nth: number
      readonly stage: DisputeStage
      readonly percent: number
    }
  | {
      readonly _tag: "RefundAtDesk"
      readonly payment: number
      readonly percent: number
      /** Null if it is carried out at once. */
      readonly settlesAfterMs: number | null
      readonly fails: boolean
      readonly reverses: boolean
    }
  | { readonly _tag: "Elapse"; readonly ms: number }
  | { readonly _tag: "Work" }
  | { readonly _tag: "WorkTwice" }
  | { readonly _tag: "Notify"; readonly again: boolean }
  | { readonly _tag: "Restart" }
  | { readonly _tag: "GoesWrong"; readonly fault: Fault }
  | { readonly _tag: "Payer"; readonly does: PayerHappening }

const small = fc.nat({ max: 9 })
const tag = <const Tag extends string>(name: Tag) => fc.constant(name)
/** Generates any step, common ones more often. */
export const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: tag("Pay"),
      card: anyCard(
        "approve",
        "approve_a_part",
        "decline",
        "cascade",
        "fail_everywhere",
        "leave_doubt",
        "take_time",
        "authenticate",
        "trip_captures",
        "trip_voids",
        "trip_refunds"
      ),
      manual: fc.boolean(),
      inParts: fc.boolean(),
      splits: fc.boolean(),
      key: small
    })
  },
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: tag("Modify"),
      kind: fc.constantFrom("capture", "capture", "void", "refund", "increment"),
      keepsRest: fc.boolean(),
      reversesSplits: fc.boolean(),
      payment: small,
      percent: fc.integer({ min: 1, max: 120 }),
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
      _tag: tag("Dispute"),
      payment: small,
      nth: fc.nat({ max: 2 }),
      stage: fc.constantFrom(...DisputeStage.literals),
      percent: fc.integer({ min: 1, max: 110 })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      _tag: tag("RefundAtDesk"),
      payment: small,
      percent: fc.integer({ min: 1, max: 110 }),
      settlesAfterMs: fc.option(fc.constantFrom(minute, 2 * hour), { nil: null }),
      fails: fc.boolean(),
      reverses: fc.boolean()
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: tag("Elapse"),
      ms: fc.constantFrom(second, 10 * second, minute, 15 * minute, 2 * hour, day, 5 * day)
    })
  },
  { weight: 3, arbitrary: fc.record({ _tag: tag("Work") }) },
  { weight: 1, arbitrary: fc.record({ _tag: tag("WorkTwice") }) },
  { weight: 2, arbitrary: fc.record({ _tag: tag("Notify"), again: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ _tag: tag("Restart") }) },
  {
    weight: 10,
    arbitrary: fc.record({ _tag: tag("GoesWrong"), fault: anyFault({ within: 1 }) })
  },
  { weight: 12, arbitrary: fc.record({ _tag: tag("Payer"), does: payerHappening }) }
)

/** Saves or encrypts the cards of the steps before anything goes wrong. */
export const prepareCards = async (
  shop: Shop,
  happenings: ReadonlyArray<Happening>
): Promise<void> => {
  for (const card of payerCards) await encrypted(shop.box, card)
  for (const what of happenings) if (what._tag === "Pay") await shop.saveCard(what.card)
}

const paymentAt = async (shop: Shop, at: number) => {
  const payments = (await shop.shop().payments.list({ limit: 100 })).data
  return payments[at % Math.max(payments.length, 1)]
}

const modify = async (shop: Shop, what: Extract<Happening, { readonly _tag: "Modify" }>) => {
  const payment = await paymentAt(shop, what.payment)
  if (payment === undefined) return
  const options = { idempotencyKey: `${what.kind} ${what.key}` }
  await attempted(shop, () => shop.until<unknown>(modifying(shop, payment, what, options)))
}

/** Only if a lookup can find the change. A notification alone may come during a pending void. */
const changeExternally = async (
  shop: Shop,
  what: Extract<Happening, { readonly _tag: "CaptureByHand" | "VoidByHand" }>
): Promise<void> => {
  const payment = await paymentAt(shop, what.payment)
  if (payment === undefined || !shop.box.provider.capabilities.lookup) return
  if (what._tag === "VoidByHand") return doByHand(shop, "void", payment)
  const amount = (payment.amount * BigInt(what.percent)) / 100n
  await captureByHand(shop, payment, amount)
}

const dispute = async (shop: Shop, what: Extract<Happening, { readonly _tag: "Dispute" }>) => {
  const payment = await paymentAt(shop, what.payment)
  if (payment === undefined || payment.amountCaptured === 0n) return
  const { payment: _, percent, nth, stage } = what
  const amount = (payment.amount * BigInt(percent)) / 100n
  const name = `dispute ${nth} of ${payment.id}`
  await shop.run(
    Effect.ignore(shop.box.dispute(payment, { dispute: name, stage, amount: amount || 1n }))
  )
}

const refundAtDesk = async (
  shop: Shop,
  { settlesAfterMs, ...what }: Extract<Happening, { readonly _tag: "RefundAtDesk" }>
) => {
  const payment = await paymentAt(shop, what.payment)
  if (payment === undefined || payment.amountCaptured === 0n) return
  const amount = (payment.amount * BigInt(what.percent)) / 100n
  const refund = {
    amount: amount || 1n,
    ...(settlesAfterMs === null ? {} : { settlesAfterMs }),
    ...(what.fails ? { fails: "account_closed" } : {}),
    ...(what.reverses ? { reversesAfterMs: 3 * hour } : {})
  }
  await shop.run(Effect.ignore(shop.box.refund(payment, refund)))
}

const runTwo = async (shop: Shop): Promise<void> => {
  const other = await shop.start()
  await attempted(shop, () =>
    shop.until(Promise.all([shop.process().payloom.runDue(), other.payloom.runDue()]))
  )
}

const notify = (shop: Shop, again: boolean) =>
  shop.until(shop.box.notify(shop.process().payloom, { again }))

const endings = new WeakMap<Shop, ReadonlyArray<() => void>>()

/** Returns the functions that end the faults of a shop. */
const endingsOf = (shop: Shop): ReadonlyArray<() => void> => endings.get(shop) ?? []

/** Runs one step. */
export const happen = async (shop: Shop, what: Happening): Promise<void> => {
  switch (what._tag) {
    case "Pay": {
      const fields = {
        ...(what.manual ? ({ captureMethod: "manual" } as const) : {}),
        ...(what.inParts ? { authorization: everyOption(what.manual) } : {}),
        ...(what.splits && !what.inParts ? { splits: someSplits } : {})
      }
      return attempted(shop, () => shop.pay(what.card, fields, `pay ${what.key}`))
    }
    case "Modify":
      return modify(shop, what)
    case "CaptureByHand":
    case "VoidByHand":
      return changeExternally(shop, what)
    case "Dispute":
      return dispute(shop, what)
    case "RefundAtDesk":
      return refundAtDesk(shop, what)
    case "Elapse":
      return attempted(shop, () => shop.elapse(what.ms))
    case "Work":
      return attempted(shop, shop.work)
    case "WorkTwice":
      return runTwo(shop)
    case "Notify":
      return attempted(shop, () => notify(shop, what.again))
    case "Restart":
      return void (await shop.restart())
    case "GoesWrong": {
      // Actions in the provider's dashboard meet no faults.
      const spares = ({ reference }: { readonly reference: string }) => isByHand(reference)
      const ground = { box: shop.box, storage: shop.process().mortal, spares }
      endings.set(shop, [...endingsOf(shop), applyFaults([what.fault], ground)])
      return
    }
    case "Payer":
      return happenToPayer(shop, what.does)
  }
}

/** Ends the faults, lets time pass, and has the bank report everything. */
export const comeToRest = async (shop: Shop): Promise<void> => {
  for (const end of endingsOf(shop)) end()
  await shop.restart()
  await shop.elapse(12 * day)
  await notify(shop, true)
  await shop.elapse(hour)
  await notify(shop, true)
  await shop.elapse(hour)
}
