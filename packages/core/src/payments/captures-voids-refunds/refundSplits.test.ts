import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Split } from "../../providers/Split.ts"
import type { PaymentRecord } from "../charges/Payment.ts"
import {
  releaseSplits,
  reserveSplits,
  splitsReturnedBy,
  splitsTakenBy,
  takenByRefunds
} from "./refundSplits.ts"

/** A refund of the model, with the fields that its parts depend on. */
interface Refund {
  readonly amount: bigint
  readonly reversesSplits: true
  readonly splits?: ReadonlyArray<Split>
  readonly splitShare?: bigint
  readonly status: "pending" | "succeeded" | "failed" | "reversed"
}

/** A captured payment, and its refunds. */
interface Model {
  readonly payment: PaymentRecord
  readonly refunds: ReadonlyArray<Refund>
}

const paid = (parts: ReadonlyArray<bigint>, rest: bigint): PaymentRecord => {
  const amount = total(parts) + rest
  const splits = parts.map((part, at) => ({ account: `seller_${at}`, amount: part }))
  const record: Partial<PaymentRecord> = { amount, amountCaptured: amount, splits }
  return record as PaymentRecord
}

const total = (amounts: ReadonlyArray<bigint>): bigint =>
  amounts.reduce((sum, amount) => sum + amount, 0n)

const live = ({ refunds }: Model) =>
  refunds.filter(({ status }) => status === "pending" || status === "succeeded")

const left = (model: Model): bigint =>
  model.payment.amountCaptured - total(live(model).map(({ amount }) => amount))

/** Requests a refund of an amount, which is at most what is left. */
const request = (model: Model, amount: bigint, step = 1n): Model => {
  const { splits, payment } = reserveSplits(model.payment, amount, step)
  const refund: Refund = { amount, reversesSplits: true, splits, status: "pending" }
  return { payment, refunds: [...model.refunds, refund] }
}

/** Requests a refund as an older release did, without its parts. */
const requestedBefore = (model: Model, amount: bigint): Model => ({
  ...model,
  refunds: [...model.refunds, { amount, reversesSplits: true, status: "pending" }]
})

const changed = (model: Model, at: number, payment: PaymentRecord, refund: Refund): Model => ({
  payment,
  refunds: model.refunds.map((other, place) => (place === at ? refund : other))
})

const succeed = (model: Model, at: number): Model => {
  const refund = model.refunds[at]
  if (refund?.status !== "pending") return model
  const { payment, splits } = splitsTakenBy(model.payment, refund)
  return changed(model, at, payment, { ...refund, splits, status: "succeeded" })
}

const fail = (model: Model, at: number): Model => {
  const refund = model.refunds[at]
  if (refund?.status !== "pending") return model
  const payment = releaseSplits(model.payment, refund)
  return changed(model, at, payment, { ...refund, status: "failed" })
}

const comeBack = (model: Model, at: number): Model => {
  const refund = model.refunds[at]
  if (refund?.status !== "succeeded") return model
  const { payment } = splitsReturnedBy(model.payment, refund)
  return changed(model, at, payment, { ...refund, status: "reversed" })
}

const step = fc.record({
  does: fc.constantFrom("request", "request", "request", "succeed", "succeed", "fail", "return"),
  at: fc.nat({ max: 9 }),
  percent: fc.integer({ min: 1, max: 100 })
})
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never

const move = (model: Model, { does, at, percent }: Step, refund = request): Model => {
  const amount = (left(model) * BigInt(percent)) / 100n
  const place = at % Math.max(model.refunds.length, 1)
  switch (does) {
    case "request":
      return amount === 0n ? model : refund(model, amount)
    case "succeed":
      return succeed(model, place)
    case "fail":
      return fail(model, place)
    default:
      return comeBack(model, place)
  }
}

/** Returns the amount of each part that pending and succeeded refunds take. */
const takenOf = (model: Model): ReadonlyArray<bigint> =>
  (model.payment.splits ?? []).map((_, at) =>
    total(live(model).map(({ splits }) => splits?.[at]?.amount ?? 0n))
  )

const partsOf = ({ payment: { splits = [] } }: Model) => splits.map(({ amount }) => amount)

const isWithin = (model: Model): void => {
  takenOf(model).forEach((taken, at) => {
    expect(taken).toBeLessThanOrEqual(partsOf(model)[at] ?? 0n)
  })
  for (const { splits = [], amount } of model.refunds) {
    expect(total(splits.map((part) => part.amount))).toBeLessThanOrEqual(amount)
    expect(splits.every((part) => part.amount >= 0n)).toBe(true)
  }
}

/** Refunds all that is left, and makes every pending refund succeed. */
const refundAll = (model: Model): Model => {
  const rest = left(model)
  const asked = rest === 0n ? model : request(model, rest)
  return asked.refunds.reduce((before, _, at) => succeed(before, at), asked)
}

const parts = fc.array(fc.bigInt({ min: 1n, max: 2000n }), { minLength: 1, maxLength: 6 })
const rest = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 900n }))

describe("the parts that refunds take back", () => {
  it("never exceed a part, and are the whole part after the last refund, in any order", () => {
    fc.assert(
      fc.property(parts, rest, fc.array(step, { maxLength: 40 }), (amounts, more, steps) => {
        let model: Model = { payment: paid(amounts, more), refunds: [] }
        for (const each of steps) {
          model = move(model, each)
          isWithin(model)
          if (model.refunds.length > 0) {
            expect(model.payment.splitsReserved?.parts).toEqual(takenOf(model))
          }
        }
        model = refundAll(model)
        expect(takenOf(model)).toEqual(amounts)
        expect(model.payment.splitsReversed?.amount).toBe(total(amounts))
      }),
      { numRuns: 300 }
    )
  })

  it("are in proportion to the refunded amount, to the next unit", () => {
    fc.assert(
      fc.property(parts, rest, fc.array(fc.nat({ max: 60 })), (amounts, more, percents) => {
        let model: Model = { payment: paid(amounts, more), refunds: [] }
        const { amountCaptured } = model.payment
        for (const percent of percents) {
          model = move(model, { does: "request", at: 0, percent })
          const refunded = amountCaptured - left(model)
          takenOf(model).forEach((taken, at) => {
            const due = (amounts[at] ?? 0n) * refunded
            expect((taken - 1n) * amountCaptured).toBeLessThan(due)
          })
        }
      }),
      { numRuns: 200 }
    )
  })

  it("are multiples of the provider's smallest step if the charge is", () => {
    fc.assert(
      fc.property(parts, rest, fc.array(fc.nat({ max: 90 })), (amounts, more, percents) => {
        const hundreds = amounts.map((amount) => amount * 100n)
        let model: Model = { payment: paid(hundreds, more * 100n), refunds: [] }
        for (const percent of percents) {
          const amount = ((left(model) * BigInt(percent)) / 100n / 100n) * 100n
          if (amount > 0n) model = request(model, amount, 100n)
          isWithin(model)
          expect(takenOf(model).every((taken) => taken % 100n === 0n)).toBe(true)
        }
        const all = left(model) === 0n ? model : request(model, left(model), 100n)
        expect(takenOf(all)).toEqual(hundreds)
      }),
      { numRuns: 100 }
    )
  })

  it("take nothing more than a refund if there is no rest for the merchant", () => {
    let model: Model = { payment: paid([1n, 1n, 1n], 0n), refunds: [] }
    for (const _ of [1, 2, 3]) model = request(model, 1n)
    expect(model.refunds.map(({ splits }) => splits?.map(({ amount }) => amount))).toEqual([
      [1n, 0n, 0n],
      [0n, 1n, 0n],
      [0n, 0n, 1n]
    ])
  })
})

describe("a refund that an older release requested, without its parts", () => {
  it("takes its share when it succeeds, and the last one takes all that is left", () => {
    let model: Model = { payment: paid([700n, 300n], 250n), refunds: [] }
    model = succeed(requestedBefore(model, 333n), 0)
    expect(model.payment.splitsReversed).toEqual({ amount: 266n, refunded: 333n })
    model = succeed(requestedBefore(model, 917n), 1)
    expect(model.payment.splitsReversed).toEqual({ amount: 1000n, refunded: 1250n })
    expect(takenOf(model)).toEqual([700n, 300n])
  })

  it("counts for later refunds, although the payment stored the sum only", () => {
    const payment: PaymentRecord = {
      ...paid([700n, 300n], 250n),
      splitsReversed: { amount: 500n, refunded: 625n }
    }
    const { splits } = reserveSplits(payment, 625n, 1n)
    expect(splits.map(({ amount }) => amount)).toEqual([350n, 150n])
    const before: Refund = {
      amount: 625n,
      reversesSplits: true,
      splitShare: 500n,
      status: "succeeded"
    }
    const returned = splitsReturnedBy(payment, before)
    expect(returned.splits.map(({ amount }) => amount)).toEqual([350n, 150n])
    expect(returned.payment.splitsReversed).toEqual({ amount: 0n, refunded: 0n })
  })

  it("never takes what a later refund has reserved, in any order", () => {
    fc.assert(
      fc.property(
        parts,
        rest,
        fc.array(fc.tuple(step, fc.boolean()), { maxLength: 30 }),
        (amounts, more, steps) => {
          let model: Model = { payment: paid(amounts, more), refunds: [] }
          for (const [each, isOld] of steps) {
            model = move(model, each, isOld ? requestedBefore : request)
            takenOf(model).forEach((taken, at) => {
              expect(taken).toBeLessThanOrEqual(amounts[at] ?? 0n)
            })
          }
        }
      ),
      { numRuns: 200 }
    )
  })
})

describe("the parts that refunds of a late charge take back", () => {
  it("are those of its pending and succeeded refunds", () => {
    const splits = [
      { account: "seller_0", amount: 700n },
      { account: "seller_1", amount: 300n }
    ]
    const refund = (status: Refund["status"], more: Partial<Refund>): Refund => ({
      amount: 625n,
      reversesSplits: true,
      status,
      ...more
    })
    const half = splits.map((part) => ({ ...part, amount: part.amount / 2n }))
    expect(
      takenByRefunds(splits, [
        refund("succeeded", { splits: half }),
        refund("pending", { splitShare: 100n }),
        refund("failed", { splits }),
        refund("reversed", { splits })
      ])
    ).toEqual({ refunded: 1250n, parts: [420n, 180n] })
  })
})
