import type { DisputeStage, Payment } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { chargeThat, type ModificationConduct, modificationThat } from "../../sandbox/conduct.ts"
import type { BankDesk } from "../../sandbox/SandboxBank.ts"
import type { DeskRefund } from "../../sandbox/sandboxRefunds.ts"
import { attempted } from "./attempted.ts"
import { day, hour, minute, type Shop, second } from "./openShop.ts"

const charges = {
  approved: chargeThat.isApproved,
  late: () => chargeThat.appearsLate(hour),
  unanswered: chargeThat.hangsAfterCharging,
  lost: chargeThat.hangs
} as const

const modifications: Readonly<Record<string, () => ModificationConduct>> = {
  succeeds: modificationThat.succeeds,
  unanswered: modificationThat.hangsAfterwards,
  settles: () => modificationThat.settles(2 * hour),
  fails_later: () => modificationThat.settles(2 * hour, "account_closed"),
  fails: () => modificationThat.fails("not_now"),
  unsent: modificationThat.isNotSent,
  lost: modificationThat.hangs
}

const deskRefunds: Readonly<Record<string, DeskRefund>> = {
  done: {},
  settles: { settlesAfterMs: 2 * hour },
  fails_later: { settlesAfterMs: 2 * hour, fails: "account_closed" },
  reversed: { reversesAfterMs: 3 * hour }
}

/** The next stages of each stage of a dispute, and the first stages. */
const nextStages: Readonly<Record<string, ReadonlyArray<DisputeStage>>> = {
  none: ["alert", "retrieval_request", "chargeback_received", "evidence_required"],
  alert: ["retrieval_request", "chargeback_received", "reversed_by_alert", "won", "lost"],
  retrieval_request: ["chargeback_received", "expired", "accepted"],
  chargeback_received: ["evidence_required", "won", "lost", "accepted", "expired"],
  evidence_required: ["representment_submitted", "won", "lost"],
  representment_submitted: ["won", "lost", "pre_arbitration"],
  won: ["pre_arbitration", "arbitration", "lost", "accepted"],
  pre_arbitration: ["arbitration", "won", "lost"],
  arbitration: ["won", "lost"]
}

const of = <const Tag extends string>(name: Tag) => fc.constant(name)
const named = <T extends object>(record: T) =>
  fc.constantFrom(...(Object.keys(record) as Array<keyof T & string>))
const payment = fc.nat({ max: 3 })
const percent = fc.integer({ min: 1, max: 100 })

/** A step that affects the money of a shop. Its numbers select existing objects. */
export const moneyHappening = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ _tag: of("Pay"), manual: fc.boolean(), how: named(charges) })
  },
  {
    weight: 5,
    arbitrary: fc.record({
      _tag: of("Modify"),
      kind: fc.constantFrom("capture" as const, "void" as const, "refund" as const, "refund"),
      payment,
      percent,
      how: named(modifications)
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: of("RefundAtDesk"),
      payment,
      percent,
      how: named(deskRefunds),
      hasExternalEvent: fc.boolean()
    })
  },
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: of("Dispute"),
      payment,
      nth: fc.nat({ max: 1 }),
      next: fc.nat({ max: 9 }),
      percent,
      inDollars: fc.boolean(),
      hasExternalEvent: fc.boolean()
    })
  },
  { weight: 2, arbitrary: fc.record({ _tag: of("Return"), payment }) },
  { weight: 2, arbitrary: fc.record({ _tag: of("CaptureAgain"), payment }) },
  { weight: 3, arbitrary: fc.record({ _tag: of("Notify"), again: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      _tag: of("Elapse"),
      ms: fc.constantFrom(second, minute, 20 * minute, 2 * hour, day, 8 * day)
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: of("Restart") }) }
)
/** A step that affects the money of a shop. */
export type MoneyHappening = typeof moneyHappening extends fc.Arbitrary<infer H> ? H : never

type Case<Tag extends MoneyHappening["_tag"]> = Extract<MoneyHappening, { readonly _tag: Tag }>

const amount = 1000n
const partOf = (share: number): bigint => (amount * BigInt(share) + 99n) / 100n

/** Runs one step. */
export const happenToMoney = async (shop: Shop, what: MoneyHappening): Promise<void> => {
  switch (what._tag) {
    case "Pay":
      return pay(shop, what)
    case "Notify":
      return hear(shop, what.again)
    case "Elapse":
      return attempted(shop, () => shop.elapse(what.ms))
    case "Restart":
      return void (await shop.restart())
    default: {
      const payments = (await shop.shop().payments.list({ limit: 100 })).data.toReversed()
      const chosen = payments[what.payment % Math.max(payments.length, 1)]
      if (chosen !== undefined) await happenToPayment(shop, chosen, what)
    }
  }
}

/** Makes the bank send notifications of all changes. */
export const hear = (shop: Shop, again = false): Promise<void> =>
  attempted(shop, () => shop.until(shop.box.notify(shop.process().payloom, { again })))

const happenToPayment = async (
  shop: Shop,
  chosen: Payment,
  what: Case<"Modify" | "RefundAtDesk" | "Dispute" | "Return" | "CaptureAgain">
): Promise<void> => {
  switch (what._tag) {
    case "Modify":
      return modify(shop, chosen, what)
    case "RefundAtDesk":
      return refundAtDesk(shop, chosen, what)
    case "Dispute":
      return dispute(shop, chosen, what)
    case "Return":
      // A bank does not dispute a charge that it returned, nor return a disputed charge.
      if (chosen.amountCaptured === 0n || (await disputesOf(shop, chosen)).length > 0) return
      await shop.run(Effect.ignore(shop.box.returnCapture(chosen)))
      return hear(shop)
    case "CaptureAgain":
      await shop.run(Effect.ignore(shop.box.captureAgain(chosen)))
      return hear(shop)
  }
}

const pay = async (shop: Shop, { manual, how }: Case<"Pay">): Promise<void> => {
  shop.box.script.charge(charges[how]())
  const fields = manual ? ({ amount, captureMethod: "manual" } as const) : { amount }
  await attempted(shop, () => shop.pay("approved", fields))
  shop.box.script.clear()
}

let keys = 0

const modify = async (
  shop: Shop,
  { id }: Payment,
  { kind, percent: share, how }: Case<"Modify">
): Promise<void> => {
  shop.box.script[kind](modifications[how]?.() ?? modificationThat.succeeds())
  const { payments } = shop.shop()
  const options = { idempotencyKey: `modification ${++keys}` }
  const input = share > 90 ? {} : { amount: partOf(share) }
  await attempted(shop, async () => {
    await shop.until<unknown>(
      kind === "void" ? payments.void(id, {}, options) : payments[kind](id, input, options)
    )
    await shop.work()
  })
  shop.box.script.clear()
}

/**
 * Refunds of charges whose capture the engine never knew are reported, and stored for a person.
 */
const refundAtDesk = async (
  shop: Shop,
  chosen: Payment,
  { percent: share, how, hasExternalEvent }: Case<"RefundAtDesk">
): Promise<void> => {
  const attempts = (await shop.shop().payments.listAttempts(chosen.id, {})).data
  const isLate = attempts.at(-1)?.status === "late_charged"
  if (chosen.amountCaptured === 0n && !isLate) return
  const refund = { amount: partOf(share), ...deskRefunds[how] }
  await shop.run(Effect.ignore(shop.box.refund(chosen, refund)))
  // A refund that is reversed before it is reported moves nothing.
  if (hasExternalEvent || how === "reversed") await hear(shop)
}

const dispute = async (
  shop: Shop,
  chosen: Payment,
  { nth, next, percent: share, inDollars, hasExternalEvent }: Case<"Dispute">
): Promise<void> => {
  const name = `dispute ${nth} of ${chosen.id}`
  const last = (await disputesOf(shop, chosen)).findLast((made) => made.dispute === name)
  const stages = nextStages[last?.stage ?? "none"] ?? []
  const stage = stages[next % Math.max(stages.length, 1)]
  if (chosen.amountCaptured === 0n || stage === undefined) return
  const begun = inDollars
    ? { amount: 700n, currency: "USD" }
    : { amount: (chosen.amountCaptured * BigInt(share) + 99n) / 100n }
  const { currency } = last ?? {}
  const news = last === undefined ? begun : currency === undefined ? {} : { currency }
  await shop.run(Effect.ignore(shop.box.dispute(chosen, { dispute: name, stage, ...news })))
  if (hasExternalEvent) await hear(shop)
}

const disputesOf = async (shop: Shop, { attempts }: Payment) => {
  const { books } = await shop.run((shop.box.bank as BankDesk).books)
  return books.disputes().filter(({ charge }) => charge === attempts.at(-1))
}
