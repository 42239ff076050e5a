import { assert, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { sandbox } from "./sandbox.ts"
import {
  answerTo,
  approvedCharge,
  chargeOf,
  modificationOf,
  stateOf,
  storeCard
} from "./sandboxCalls.ts"

describe("the bank refuses", () => {
  it.effect("a capture above the authorized amount, of 0, or in another currency", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture: false })
      const capture = (id: string, changes: { amount?: bigint; currency?: string }) =>
        answerTo(box.provider.capture(modificationOf(charge, id, changes)))
      expect(yield* capture("capture_1", { amount: 1251n })).toBe("amount_exceeds_authorized")
      expect(yield* capture("capture_2", { amount: 0n })).toBe("amount_exceeds_authorized")
      expect(yield* capture("capture_3", { currency: "EUR" })).toBe("currency_mismatch")
      expect(yield* capture("capture_4", { amount: 1250n })).toBe("Succeeded")
      expect(yield* capture("capture_5", { amount: 1n })).toBe("already_captured")
    })
  )

  it.effect("any further capture after a partial capture released the rest", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture: false })
      const { capture, refund, void: release } = box.provider
      yield* capture(modificationOf(charge, "capture_1", { amount: 1000n }))
      const rest = modificationOf(charge, "change_2", { amount: 250n })
      expect(yield* answerTo(capture(rest))).toBe("already_captured")
      expect(yield* answerTo(release(rest))).toBe("already_captured")
      expect(yield* answerTo(refund(modificationOf(charge, "refund_1")))).toBe(
        "amount_exceeds_captured"
      )
      expect((yield* box.bank.totals()).USD).toEqual({
        authorized: 1250n,
        captured: 1000n,
        refunded: 0n,
        voided: 0n
      })
    })
  )

  it.effect("refunds whose sum with pending refunds exceeds the captured amount", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "refund_pending", "attempt_1")
      const refund = (id: string, amount: bigint) =>
        answerTo(box.provider.refund(modificationOf(charge, id, { amount })))
      expect(yield* refund("refund_1", 1000n)).toBe("Pending")
      expect(yield* refund("refund_2", 251n)).toBe("amount_exceeds_captured")
      expect(yield* refund("refund_3", 250n)).toBe("Pending")
      yield* TestClock.adjust("10 seconds")
      expect(yield* stateOf(box, "attempt_1")).toBe("refunded")
      expect(yield* refund("refund_4", 1n)).toBe("amount_exceeds_captured")
    })
  )

  it.effect("a refund of an uncaptured charge, and any change of a voided charge", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture: false })
      const { capture, refund, void: release } = box.provider
      expect(yield* answerTo(refund(modificationOf(charge, "refund_1")))).toBe("not_captured")
      yield* release(modificationOf(charge, "void_1"))
      expect(yield* stateOf(box, "attempt_1")).toBe("voided")
      expect(yield* answerTo(capture(modificationOf(charge, "capture_1")))).toBe("already_voided")
      expect(yield* answerTo(release(modificationOf(charge, "void_2")))).toBe("already_voided")
      expect((yield* box.bank.totals()).USD?.voided).toBe(1250n)
    })
  )

  it.effect("a change whose two references name different charges", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1")
      const mixedUp = { ...charge, reference: "attempt_2" }
      const refund = box.provider.refund(modificationOf(mixedUp, "refund_1"))
      expect(yield* answerTo(refund)).toBe("no_such_charge")
    })
  )

  it.effect("a change of a charge that can't be found yet", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "late_charge")
      const request = chargeOf(vaultReference, "attempt_1")
      yield* Effect.exit(box.provider.charge(request))
      const [charge] = yield* box.bank.charges()
      if (charge === undefined) return assert.fail("the bank has no charge")
      const refund = (id: string) =>
        answerTo(box.provider.refund(modificationOf({ ...charge, mid: request.mid }, id)))
      expect(yield* refund("refund_1")).toBe("no_such_charge")
      yield* TestClock.adjust("3 minutes")
      expect(yield* refund("refund_2")).toBe("Succeeded")
    })
  )
})
