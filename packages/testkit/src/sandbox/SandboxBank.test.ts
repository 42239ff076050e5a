import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import type { BankTotals } from "./SandboxBank.ts"
import { sandbox } from "./sandbox.ts"
import { accountOf, chargeOf, modificationOf, storeCard } from "./sandboxCalls.ts"
import type { TestCardName } from "./testCards.ts"

const cards: ReadonlyArray<TestCardName> = [
  "approved",
  "card_declined",
  "pending",
  "pending_declined",
  "wrong_amount",
  "timeout_charged",
  "late_charge",
  "authentication_required",
  "capture_timeout_not_done",
  "hold_expired",
  "void_timeout_done",
  "refund_pending",
  "refund_pending_fails",
  "refund_reversed"
]

/** There are few references and charges, so that many steps concern the same charge. */
const few = fc.integer({ min: 0, max: 4 })

const charge = fc.record({
  _tag: fc.constant("charge" as const),
  card: fc.constantFrom(...cards),
  reference: few,
  account: fc.constantFrom("sandbox_primary", "sandbox_secondary"),
  amount: fc.bigInt({ min: 0n, max: 100n }),
  currency: fc.constantFrom("USD", "JPY"),
  capture: fc.boolean()
})

const change = fc.record({
  _tag: fc.constantFrom("capture" as const, "void" as const, "refund" as const, "refund" as const),
  reference: fc.integer({ min: 0, max: 20 }),
  charge: few,
  amount: fc.bigInt({ min: 0n, max: 60n })
})

const payer = fc.record({
  _tag: fc.constant("payer" as const),
  charge: few,
  approves: fc.boolean()
})

/** In seconds: no time, until a refund's reversal, until a late charge, and past a hold. */
const wait = fc.record({
  _tag: fc.constant("wait" as const),
  seconds: fc.constantFrom(1, 1, 10, 10, 60, 60, 180, 24 * 3_600, 8 * 24 * 3_600)
})

const step = fc.oneof(
  { weight: 5, arbitrary: charge },
  { weight: 9, arbitrary: change },
  { weight: 1, arbitrary: payer },
  { weight: 2, arbitrary: wait }
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const isSound = ({ authorized, captured, refunded, voided }: BankTotals): boolean =>
  voided >= 0n && refunded >= 0n && refunded <= captured && captured + voided <= authorized

/** Valid in every sandbox with the same secret. */
const vaultReferences = await Effect.runPromise(
  Effect.forEach(cards, (card) =>
    Effect.map(storeCard(sandbox(), card), ({ vaultReference }) => vaultReference)
  )
)

/** Runs steps on a bank. Returns its totals after each step, and its counts at the end. */
const run = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
  const box = sandbox({ providers: [{ capabilities: { dedupesForHours: 48 } }] })
  const seen: Array<BankTotals> = []
  const start = Effect.fnUntraced(function* (taken: Step) {
    switch (taken._tag) {
      case "charge": {
        const { amount, currency, capture, account } = taken
        const vaultReference = vaultReferences[cards.indexOf(taken.card)] ?? ""
        return yield* box.provider.charge(
          chargeOf(vaultReference, `attempt_${taken.reference}`, {
            amount,
            currency,
            capture,
            mid: accountOf(account)
          })
        )
      }
      case "payer":
        return yield* box.bank.payerAnswers(`attempt_${taken.charge}`, taken.approves)
      case "wait":
        return yield* TestClock.adjust(taken.seconds * 1_000)
      default: {
        const charge = (yield* box.bank.charges())[taken.charge]
        if (charge === undefined) return
        const { account, reference, providerReference, currency } = charge
        return yield* box.provider[taken._tag](
          modificationOf(
            { mid: accountOf(account), reference, providerReference },
            `${taken._tag}_${taken.reference}`,
            { amount: taken.amount, currency }
          )
        )
      }
    }
  })
  for (const taken of steps) {
    yield* Effect.forkChild(start(taken))
    yield* TestClock.adjust(0)
    seen.push(...Object.values(yield* box.bank.totals()))
  }
  yield* TestClock.adjust("30 days")
  seen.push(...Object.values(yield* box.bank.totals()))
  return { seen, charges: yield* box.bank.charges(), doubled: yield* box.bank.doubled() }
}, Effect.provide(TestClock.layer()))

describe("after any charges, captures, voids and refunds in any order,", () => {
  it("sums are never below 0, and refunds and voids never exceed what was charged", async () => {
    let captured = 0
    let refunded = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const { seen, charges } = await Effect.runPromise(run(steps))
        expect(seen.filter((totals) => !isSound(totals))).toEqual([])
        for (const charge of charges) {
          const authorized = charge.state === "declined" ? 0n : charge.amount
          expect(isSound({ ...charge, authorized })).toBe(true)
        }
        captured += charges.filter((charge) => charge.captured > 0n).length
        refunded += charges.filter((charge) => charge.refunded > 0n).length
      }),
      { numRuns: 400 }
    )
    // The steps do affect the same charges. Otherwise the property might never test a refund.
    expect(captured).toBeGreaterThan(100)
    expect(refunded).toBeGreaterThan(40)
  })

  it("nothing happens twice under one reference while the bank de-duplicates", async () => {
    const withinTwoDays = fc.array(
      step.filter((taken) => taken._tag !== "wait" || taken.seconds <= 180),
      { minLength: 10, maxLength: 40 }
    )
    await fc.assert(
      fc.asyncProperty(withinTwoDays, async (steps) => {
        expect((await Effect.runPromise(run(steps))).doubled).toEqual([])
      }),
      { numRuns: 200 }
    )
  })
})
