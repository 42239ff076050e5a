import { assert, describe, expect, it } from "@effect/vitest"
import type { ThreeDsAuthentication } from "@payloom/core"
import { type ChargeRequest, readDecline } from "@payloom/core"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { isCardNumber } from "./cardBrands.ts"
import { type Sandbox, sandbox } from "./sandbox.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"
import {
  accountOf,
  approvedCharge,
  chargeOf,
  modificationOf,
  queryOf,
  storeCard
} from "./sandboxCalls.ts"
import { sandboxDeclines } from "./sandboxDeclines.ts"
import { type TestCardName, testCards } from "./testCards.ts"

/** Describes the result of a call in words. A call without an answer gets 2 seconds. */
const wordsFor = <A>(call: Effect.Effect<A>, words: (answer: A) => string) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(call)
    yield* TestClock.adjust(0)
    const answers = (exit: Exit.Exit<A> | undefined) =>
      exit === undefined
        ? undefined
        : Exit.match(exit, { onSuccess: words, onFailure: () => "throws" })
    const atOnce = answers(fiber.pollUnsafe())
    if (atOnce !== undefined) return atOnce
    yield* TestClock.adjust(1_999)
    expect(fiber.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust(1)
    const later = answers(fiber.pollUnsafe())
    yield* Fiber.interrupt(fiber)
    return later === undefined ? "hangs" : `${later} after 2 s`
  })

const charge = Effect.fnUntraced(function* (
  box: Sandbox,
  name: TestCardName,
  changes: Partial<ChargeRequest>
) {
  const { vaultReference } = yield* storeCard(box, name)
  const request = chargeOf(vaultReference, `attempt_${name}`, changes)
  return yield* wordsFor(box.provider.charge(request), (outcome) => {
    if (outcome._tag === "Approved") {
      return outcome.amount === request.amount ? "approved" : `approved for ${outcome.amount}`
    }
    if (outcome._tag !== "Declined") return outcome._tag
    const { rawCode, networkCode } = outcome
    const { code, category, decision } = readDecline(sandboxDeclines, rawCode, networkCode)
    return `${code}, ${category}, ${decision}`
  })
})

const lookup = Effect.fnUntraced(function* (box: Sandbox, name: TestCardName, account: string) {
  const mid = accountOf(account)
  const found = yield* box.provider.lookup(queryOf(mid, `attempt_${name}`))
  return found._tag === "Found" ? found.state : found._tag
})

interface Row {
  /** The result of a charge on the primary account. */
  readonly charge: string
  /** The result of a lookup right afterwards. */
  readonly found: string
  /** The result on another account, if it differs. */
  readonly elsewhere?: string
  /** The result with a 3DS authentication, if it differs. */
  readonly authenticated?: string
  /** The result of a lookup after this many milliseconds, and not sooner. */
  readonly later?: readonly [ms: number, found: string]
}

const approves: Row = { charge: "approved", found: "captured" }
const declines = (meaning: string): Row => ({ charge: meaning, found: "declined" })

const rows: Record<TestCardName, Row> = {
  approved: approves,
  approved_debit: approves,
  approved_germany: approves,
  approved_mastercard: approves,
  approved_amex: approves,
  approved_discover: approves,
  approved_jcb: approves,
  insufficient_funds: declines("insufficient_funds, soft, stop"),
  card_declined: declines("card_declined, soft, stop"),
  fraud: declines("card_declined, hard, stop"),
  lost_card: declines("card_declined, hard, stop"),
  stolen_card: declines("card_declined, hard, stop"),
  do_not_honor: declines("do_not_honor, soft, stop"),
  expired_card: declines("expired_card, hard, stop"),
  invalid_card: declines("invalid_card, hard, stop"),
  incorrect_cvc: declines("incorrect_cvc, soft, stop"),
  limit_exceeded: declines("limit_exceeded, soft, stop"),
  issuer_unavailable: declines("issuer_unavailable, technical, cascade"),
  processing_error: declines("processing_error, technical, cascade"),
  currency_not_supported: declines("currency_not_supported, configuration, stop"),
  authentication_failed: declines("authentication_failed, authentication, stop"),
  unmapped_decline: declines("card_declined, soft, stop"),
  cascade: { ...declines("card_declined, soft, cascade"), elsewhere: "approved" },
  cascade_exhausted: declines("card_declined, soft, cascade"),
  network_never: declines("card_declined, soft, cascade"),
  network_later: declines("card_declined, soft, cascade"),
  network_fix: declines("card_declined, soft, cascade"),
  address_mismatch: approves,
  short_hold: approves,
  approved_in_part: declines("insufficient_funds, soft, stop"),
  increment_declined: approves,
  network_token_refused: approves,
  not_sent: { charge: "NotSent", found: "Absent", elsewhere: "approved" },
  not_sent_anywhere: { charge: "NotSent", found: "Absent" },
  authentication_required: {
    charge: "RequiresAction",
    found: "requires_action",
    authenticated: "approved"
  },
  three_ds_challenge: approves,
  three_ds_frictionless: approves,
  three_ds_rejected: approves,
  three_ds_unavailable: approves,
  step_up: {
    ...declines("authentication_required, authentication, step_up"),
    authenticated: "approved"
  },
  timeout_charged: { charge: "hangs", found: "captured" },
  timeout_not_charged: { charge: "hangs", found: "Absent", later: [3_600_000, "Absent"] },
  lost_answer: { charge: "throws", found: "captured" },
  late_charge: { charge: "throws", found: "Absent", later: [180_000, "captured"] },
  pending: { charge: "Pending", found: "pending", later: [10_000, "captured"] },
  pending_declined: { charge: "Pending", found: "pending", later: [10_000, "declined"] },
  slow: { charge: "approved after 2 s", found: "captured" },
  wrong_amount: { charge: "approved for 1251", found: "captured" },
  capture_fails: approves,
  hold_expired: approves,
  capture_timeout_done: approves,
  capture_timeout_not_done: approves,
  void_fails: approves,
  void_timeout_done: approves,
  void_timeout_not_done: approves,
  refund_fails: approves,
  refund_pending: approves,
  refund_pending_fails: approves,
  refund_reversed: approves,
  refund_timeout_done: approves,
  refund_timeout_not_done: approves
}

const names = Object.keys(rows) as Array<TestCardName>
const { primary, secondary } = sandboxAccounts

describe("the published test cards", () => {
  it("have valid, distinct numbers", () => {
    const numbers = Object.values(testCards).map(({ number }) => number)
    expect(numbers.filter((number) => !isCardNumber(number))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it("are all tested below", () => {
    expect(names.toSorted()).toEqual(Object.keys(testCards).toSorted())
  })
})

describe.each(names)("a charge of %s", (name) => {
  const row = rows[name]

  it.effect(`on the primary account: ${testCards[name].does}`, () =>
    Effect.gen(function* () {
      const box = sandbox()
      assert.strictEqual(yield* charge(box, name, {}), row.charge)
      assert.strictEqual(yield* lookup(box, name, primary), row.found)
      if (row.later === undefined) return
      yield* TestClock.adjust(row.later[0] - 1)
      assert.strictEqual(yield* lookup(box, name, primary), row.found)
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* lookup(box, name, primary), row.later[1])
    })
  )

  it.effect("on another account, and with a 3DS authentication, does as its row says", () =>
    Effect.gen(function* () {
      const elsewhere = yield* charge(sandbox(), name, { mid: accountOf(secondary) })
      assert.strictEqual(elsewhere, row.elsewhere ?? row.charge)
      const authenticated = yield* charge(sandbox(), name, {
        threeDs: passedChallenge
      })
      assert.strictEqual(authenticated, row.authenticated ?? row.charge)
    })
  )
})

const passedChallenge: ThreeDsAuthentication = {
  flow: "challenge",
  version: "2.2.0",
  eci: "05",
  authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
  transactionId: null
}

interface Change {
  readonly name: TestCardName
  readonly kind: "capture" | "void" | "refund"
  readonly answer: string
  /** The result of a lookup right afterwards. */
  readonly found: string
  /** The result of a lookup after this many milliseconds, and not sooner. */
  readonly later?: readonly [ms: number, found: string]
}

/** The cards and kinds of modifications with special behavior. */
const changes: ReadonlyArray<Change> = [
  { name: "approved", kind: "capture", answer: "Succeeded", found: "succeeded" },
  { name: "approved", kind: "void", answer: "Succeeded", found: "succeeded" },
  { name: "approved", kind: "refund", answer: "Succeeded", found: "succeeded" },
  { name: "capture_fails", kind: "capture", answer: "Failed", found: "failed" },
  { name: "hold_expired", kind: "capture", answer: "HoldExpired", found: "hold_expired" },
  { name: "capture_timeout_done", kind: "capture", answer: "hangs", found: "succeeded" },
  { name: "capture_timeout_not_done", kind: "capture", answer: "hangs", found: "Absent" },
  { name: "void_fails", kind: "void", answer: "Failed", found: "failed" },
  { name: "void_timeout_done", kind: "void", answer: "hangs", found: "succeeded" },
  { name: "void_timeout_not_done", kind: "void", answer: "hangs", found: "Absent" },
  { name: "refund_fails", kind: "refund", answer: "Failed", found: "failed" },
  {
    name: "refund_pending",
    kind: "refund",
    answer: "Pending",
    found: "pending",
    later: [10_000, "succeeded"]
  },
  {
    name: "refund_pending_fails",
    kind: "refund",
    answer: "Pending",
    found: "pending",
    later: [10_000, "failed"]
  },
  {
    name: "refund_reversed",
    kind: "refund",
    answer: "Succeeded",
    found: "succeeded",
    later: [60_000, "reversed"]
  },
  { name: "refund_timeout_done", kind: "refund", answer: "hangs", found: "succeeded" },
  { name: "refund_timeout_not_done", kind: "refund", answer: "hangs", found: "Absent" }
]

describe.each(changes)("with the card $name, a $kind", ({ name, kind, answer, found, later }) => {
  it.effect(`answers ${answer}, and is then ${found}`, () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charged = yield* approvedCharge(box, name, "attempt_1", { capture: kind === "refund" })
      const request = modificationOf(charged, "change_1")
      const send = wordsFor(box.provider[kind](request), ({ _tag }) => _tag)
      const look = Effect.map(
        box.provider.lookupModification({
          kind,
          reference: "change_1",
          providerReference: null,
          charge: charged
        }),
        (lookedUp) => (lookedUp._tag === "Found" ? lookedUp.state : lookedUp._tag)
      )
      assert.strictEqual(yield* send, answer)
      assert.strictEqual(yield* look, found)
      if (later !== undefined) {
        yield* TestClock.adjust(later[0] - 1)
        assert.strictEqual(yield* look, found)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* look, later[1])
      }
      if (answer !== "hangs") return
      assert.strictEqual(yield* send, "Succeeded")
      assert.strictEqual(yield* look, "succeeded")
      assert.deepStrictEqual(yield* box.bank.doubled(), [])
    })
  )
})

describe("the sandbox's cards", () => {
  it.effect("are all declined as expired after the last day of their month", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const card = yield* storeCard(box, { card: "approved", expMonth: 2, expYear: 2030 })
      const pay = (reference: string) =>
        box.provider.charge(chargeOf(card.vaultReference, reference))
      yield* TestClock.setTime(Date.UTC(2030, 2, 1) - 1)
      assert.strictEqual((yield* pay("attempt_1"))._tag, "Approved")
      yield* TestClock.adjust(1)
      const outcome = yield* pay("attempt_2")
      assert.strictEqual(outcome._tag === "Declined" && outcome.rawCode, "expired_card")
    })
  )
})
