import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { modificationThat } from "./conduct.ts"
import { sandbox } from "./sandbox.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"
import {
  accountOf,
  answerTo,
  approvedCharge,
  chargeOf,
  modificationOf,
  queryOf,
  stateOf,
  storeCard
} from "./sandboxCalls.ts"

const hour = 3_600_000

describe("a repeated reference", () => {
  it.effect("gets the first answer again and charges nothing", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "approved")
      const first = yield* box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      const request = chargeOf(vaultReference, "attempt_1", { amount: 99n })
      assert.deepStrictEqual(yield* box.provider.charge(request), first)
      expect(yield* box.bank.timesCharged("attempt_1")).toBe(1)
      expect((yield* box.bank.totals()).USD?.captured).toBe(1250n)
    })
  )

  it.effect("gets the decline again", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const [poor, rich] = [yield* storeCard(box, "fraud"), yield* storeCard(box, "approved")]
      const first = yield* box.provider.charge(chargeOf(poor.vaultReference, "attempt_1"))
      const again = yield* box.provider.charge(chargeOf(rich.vaultReference, "attempt_1"))
      assert.deepStrictEqual(again, first)
      expect(yield* box.bank.timesCharged("attempt_1")).toBe(0)
    })
  )

  it.effect("is answered if the first answer was lost or never came", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "lost_answer")
      const send = box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      expect((yield* Effect.exit(send))._tag).toBe("Failure")
      expect((yield* send)._tag).toBe("Approved")
      expect(yield* box.bank.doubled()).toEqual([])
    })
  )

  it.effect("of a charge that can't be found yet breaks again", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "late_charge")
      const send = box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      expect((yield* Effect.exit(send))._tag).toBe("Failure")
      expect((yield* Effect.exit(send))._tag).toBe("Failure")
      yield* TestClock.adjust("3 minutes")
      expect((yield* send)._tag).toBe("Approved")
      expect(yield* box.bank.doubled()).toEqual([])
    })
  )

  it.effect("charges again after the hours of de-duplication, and the bank reports it", () =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{ capabilities: { dedupesForHours: 2 } }] })
      const { vaultReference } = yield* storeCard(box, "approved")
      const send = box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      const first = yield* send
      yield* TestClock.adjust(2 * hour - 1)
      assert.deepStrictEqual(yield* send, first)
      yield* TestClock.adjust(1)
      expect(yield* send).not.toEqual(first)
      expect(yield* box.bank.doubled()).toEqual([
        { kind: "charge", account: sandboxAccounts.primary, reference: "attempt_1", times: 2 }
      ])
      expect((yield* box.bank.totals()).USD?.captured).toBe(2500n)
    })
  )

  it.effect("charges again at once if the provider does not de-duplicate", () =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{ capabilities: { dedupesForHours: 0 } }] })
      const { vaultReference } = yield* storeCard(box, "approved")
      yield* box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      yield* box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      expect(yield* box.bank.timesCharged("attempt_1")).toBe(2)
    })
  )

  it.effect("on another account is another charge", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "approved")
      yield* box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      const mid = accountOf(sandboxAccounts.secondary)
      yield* box.provider.charge(chargeOf(vaultReference, "attempt_1", { mid }))
      expect(yield* box.bank.timesCharged("attempt_1")).toBe(2)
    })
  )

  it.effect.each(["capture", "void", "refund"] as const)("of a %s changes nothing more", (kind) =>
    Effect.gen(function* () {
      const box = sandbox()
      const capture = kind === "refund"
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture })
      const send = box.provider[kind](modificationOf(charge, "change_1", { amount: 500n }))
      const first = yield* send
      expect(first._tag).toBe("Succeeded")
      const before = yield* box.bank.totals()
      assert.deepStrictEqual(yield* send, first)
      assert.deepStrictEqual(yield* box.bank.totals(), before)
    })
  )
})

describe("a call past its deadline", () => {
  it.effect("is not sent, but one before the deadline is", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1")
      const { vaultReference } = yield* storeCard(box, "approved")
      const pay = box.provider.charge(chargeOf(vaultReference, "attempt_2", { sendBefore: 1000 }))
      const refund = box.provider.refund(modificationOf(charge, "refund_1", { sendBefore: 1000 }))
      yield* TestClock.setTime(1001)
      expect((yield* pay)._tag).toBe("NotSent")
      expect((yield* refund)._tag).toBe("NotSent")
      expect(yield* box.bank.timesCharged("attempt_2")).toBe(0)
      const onTime = chargeOf(vaultReference, "attempt_2", { sendBefore: 1001 })
      expect((yield* box.provider.charge(onTime))._tag).toBe("Approved")
    })
  )
})

describe("a charge", () => {
  it.effect("of type verify is approved for 0 and takes nothing", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "approved")
      const request = chargeOf(vaultReference, "attempt_1", { type: "verify", amount: 0n })
      const outcome = yield* box.provider.charge(request)
      expect(outcome).toMatchObject({ _tag: "Approved", captured: false, amount: 0n })
      expect(yield* stateOf(box, "attempt_1")).toBe("authorized")
    })
  )

  it.effect("of a wallet behaves as the test card in it, and is approved without one", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const pay = (reference: string, payload: Schema.Json) =>
        box.provider.charge(
          chargeOf("", reference, {
            source: { _tag: "Wallet", wallet: "sandbox_wallet", payload }
          })
        )
      expect((yield* pay("attempt_1", "anything"))._tag).toBe("Approved")
      expect((yield* pay("attempt_2", box.walletPayload("approved")))._tag).toBe("Approved")
      const declined = yield* pay("attempt_3", box.walletPayload("insufficient_funds"))
      expect(declined).toMatchObject({ _tag: "Declined", rawCode: "nsf" })
    })
  )

  it.effect.each([
    ["sandbox_bank", "RequiresAction", "requires_action", "30 minutes", "declined"],
    ["sandbox_voucher", "RequiresAction", "requires_action", "3 days", "declined"],
    ["sandbox_transfer", "Pending", "pending", "3 seconds", "captured"],
    ["sandbox_debit", "Pending", "pending", "3 seconds", "captured"],
    ["ideal", "Declined", "declined", "1 second", "declined"]
  ] as const)("by %s is answered %s, and is not %s after its time", ([apm, tag, at, life, end]) =>
    Effect.gen(function* () {
      const box = sandbox()
      const source = { _tag: "Apm", apm, details: { accountNumber: "DE1" } } as const
      const request = chargeOf("", "attempt_1", { source, currency: "EUR" })
      expect((yield* box.provider.charge(request))._tag).toBe(tag)
      expect(yield* stateOf(box, "attempt_1")).toBe(at)
      yield* TestClock.adjust(life)
      expect(yield* stateOf(box, "attempt_1")).toBe(end)
    })
  )

  it.effect("expires after its brand's hours if it is not captured, and not sooner", () =>
    Effect.gen(function* () {
      const holdHours = { default: 5, amex: 2 }
      const box = sandbox({ providers: [{ capabilities: { holdHours } }] })
      const visa = yield* approvedCharge(box, "approved", "attempt_visa", { capture: false })
      yield* approvedCharge(box, "approved_amex", "attempt_amex", { capture: false })
      yield* TestClock.adjust(2 * hour - 1)
      expect(yield* stateOf(box, "attempt_amex")).toBe("authorized")
      yield* TestClock.adjust(1)
      expect(yield* stateOf(box, "attempt_amex")).toBe("expired")
      expect(yield* stateOf(box, "attempt_visa")).toBe("authorized")
      yield* TestClock.adjust(3 * hour)
      const late = yield* box.provider.capture(modificationOf(visa, "capture_1"))
      expect(late._tag).toBe("HoldExpired")
      expect((yield* box.provider.void(modificationOf(visa, "void_1")))._tag).toBe("HoldExpired")
    })
  )

  it.effect("keeps its hold, and takes no void, while a capture is pending", () =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{ capabilities: { holdHours: { default: 5 } } }] })
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture: false })
      box.script.capture(modificationThat.settles(10 * hour))
      yield* box.provider.capture(modificationOf(charge, "capture_1"))
      const release = box.provider.void(modificationOf(charge, "void_1"))
      expect(yield* answerTo(release)).toBe("change_in_progress")
      yield* TestClock.adjust(9 * hour)
      expect(yield* stateOf(box, "attempt_1")).toBe("authorized")
      yield* TestClock.adjust(hour)
      expect(yield* stateOf(box, "attempt_1")).toBe("captured")
    })
  )

  it.effect("that waits for its payer is decided by the payer, once", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "authentication_required")
      for (const reference of ["attempt_1", "attempt_2"]) {
        yield* box.provider.charge(chargeOf(vaultReference, reference))
      }
      yield* box.bank.payerAnswers("attempt_1", true)
      yield* box.bank.payerAnswers("attempt_1", false)
      yield* box.bank.payerAnswers("attempt_2", false)
      expect(yield* stateOf(box, "attempt_1")).toBe("captured")
      expect(yield* stateOf(box, "attempt_2")).toBe("declined")
    })
  )

  it.effect("that waits for its payer can be canceled, but an approved one can't", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "authentication_required")
      const outcome = yield* box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      if (outcome._tag !== "RequiresAction") return assert.fail(outcome._tag)
      const mid = accountOf(sandboxAccounts.primary)
      const { providerReference } = outcome
      yield* box.provider.cancel({ mid, reference: "attempt_1", providerReference })
      expect(yield* stateOf(box, "attempt_1")).toBe("declined")
      yield* box.provider.cancel(yield* approvedCharge(box, "approved", "attempt_2"))
      expect(yield* stateOf(box, "attempt_2")).toBe("captured")
    })
  )
})

describe("a provider keeps to its capabilities:", () => {
  const { charge: pay, ...changes } = {
    charge: [
      ["account_method", { methods: ["wallet"] }],
      ["account_currency", { currencies: ["EUR"] }],
      ["account_capture", { manualCapture: false }]
    ],
    capture: [["partial_capture_unsupported", { partialCapture: false }]],
    refund: [
      ["refunds_unsupported", { refunds: "none" }],
      ["partial_refund_unsupported", { refunds: "full" }]
    ]
  } as const

  it.effect.each(pay)("a charge beyond them is declined as %s", ([rawCode, capabilities]) =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{ name: "limited", capabilities }] })
      const { vaultReference } = yield* storeCard(box, "approved")
      const request = chargeOf(vaultReference, "attempt_1", { capture: false })
      expect(yield* answerTo(box.provider.charge(request))).toBe(rawCode)
      expect(box.provider.name).toBe("limited")
    })
  )

  it.effect.each([
    ...changes.capture.map((row) => ["capture", ...row] as const),
    ...changes.refund.map((row) => ["refund", ...row] as const)
  ])("a partial %s beyond them fails as %s", ([kind, rawCode, capabilities]) =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{ capabilities }] })
      const capture = kind === "refund"
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture })
      const change = modificationOf(charge, "change_1", { amount: 1n })
      expect(yield* answerTo(box.provider[kind](change))).toBe(rawCode)
    })
  )

  it.effect("a provider without lookup answers no lookups", () =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{}, { name: "blind", capabilities: { lookup: false } }] })
      const { mid, reference } = yield* approvedCharge(box, "approved", "attempt_1")
      const answers = box.providers.map((provider) => provider.lookup(queryOf(mid, reference)))
      const tags = (yield* Effect.all(answers)).map(({ _tag }) => _tag)
      expect(tags).toEqual(["Found", "Unavailable"])
    })
  )
})
