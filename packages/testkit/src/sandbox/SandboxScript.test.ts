import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { chargeThat, lookupThat, modificationThat } from "./conduct.ts"
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
import type { TestCardName } from "./testCards.ts"

const { primary, secondary } = sandboxAccounts

/**
 * Returns the result of a call after this many milliseconds: the tag of its answer, `throws` or
 * `silent`.
 */
const after = Effect.fnUntraced(function* <A extends { readonly _tag: string }>(
  call: Effect.Effect<A>,
  ms: number
) {
  const fiber = yield* Effect.forkChild(call)
  yield* TestClock.adjust(ms)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) return "silent"
  return exit._tag === "Success" ? exit.value._tag : "throws"
})

let charges = 0
const pay = Effect.fnUntraced(function* (
  box: Sandbox,
  { account = primary as string, card = "approved" as TestCardName, ms = 0 } = {}
) {
  charges += 1
  const reference = `attempt_${charges}`
  const { vaultReference } = yield* storeCard(box, card)
  const request = chargeOf(vaultReference, reference, { mid: accountOf(account) })
  const answer = yield* after(box.provider.charge(request), ms)
  return [answer, yield* box.bank.timesCharged(reference)]
})

describe("a scripted charge", () => {
  it.effect.each([
    ["isApproved", chargeThat.isApproved(), "Approved", 1],
    ["isDeclined", chargeThat.isDeclined("nsf"), "Declined", 0],
    ["asksThePayer", chargeThat.asksThePayer(), "RequiresAction", 0],
    ["settles", chargeThat.settles(5_000), "Pending", 1],
    ["isNotSent", chargeThat.isNotSent(), "NotSent", 0],
    ["hangs", chargeThat.hangs(), "silent", 0],
    ["hangsAfterCharging", chargeThat.hangsAfterCharging(), "silent", 1],
    ["throws", chargeThat.throws(), "throws", 0],
    ["throwsAfterCharging", chargeThat.throwsAfterCharging(), "throws", 1],
    ["appearsLate", chargeThat.appearsLate(5_000), "throws", 1],
    ["says", chargeThat.says({ _tag: "Pending", providerReference: "none" }), "Pending", 0]
  ] as const)("that %s does so once, and then cards decide again", ([, conduct, answer, times]) =>
    Effect.gen(function* () {
      const box = sandbox()
      box.script.charge(conduct)
      expect(yield* pay(box)).toEqual([answer, times])
      expect(box.script.remaining()).toBe(0)
      expect(yield* pay(box, { card: "fraud" })).toEqual(["Declined", 0])
      expect(yield* pay(box)).toEqual(["Approved", 1])
    })
  )

  it.effect("is answered after its delay, and is charged from the start", () =>
    Effect.gen(function* () {
      const box = sandbox()
      box.script.charge(chargeThat.answersAfter(700), { times: 2 })
      expect(yield* pay(box, { ms: 699 })).toEqual(["silent", 1])
      expect(yield* pay(box, { ms: 700 })).toEqual(["Approved", 1])
    })
  )

  it.effect("for an account or a card leaves others alone, and waits for its own", () =>
    Effect.gen(function* () {
      const box = sandbox()
      box.script.charge(chargeThat.isNotSent(), { account: secondary })
      box.script.charge(chargeThat.asksThePayer(), { card: "fraud" })
      expect(yield* pay(box)).toEqual(["Approved", 1])
      expect(box.script.remaining()).toBe(2)
      expect(yield* pay(box, { account: secondary })).toEqual(["NotSent", 0])
      expect(yield* pay(box, { account: secondary })).toEqual(["Approved", 1])
      expect(yield* pay(box, { card: "fraud" })).toEqual(["RequiresAction", 0])
    })
  )

  it.effect("for a provider or a reference leaves others alone", () =>
    Effect.gen(function* () {
      const box = sandbox({ providers: [{ name: "north" }, { name: "south" }] })
      const { vaultReference } = yield* storeCard(box, "approved")
      box.script.charge(chargeThat.isDeclined("nsf"), { provider: "south" })
      box.script.charge(chargeThat.isNotSent(), { reference: "north_2" })
      const tags = yield* Effect.forEach(box.providers, (provider) =>
        Effect.forEach([1, 2], (turn) =>
          Effect.map(
            provider.charge(chargeOf(vaultReference, `${provider.name}_${turn}`)),
            ({ _tag }) => _tag
          )
        )
      )
      expect(tags).toEqual([
        ["Approved", "NotSent"],
        ["Declined", "Approved"]
      ])
    })
  )

  it.effect("is used in the order of the script, as often as it says", () =>
    Effect.gen(function* () {
      const box = sandbox()
      box.script.charge(chargeThat.isNotSent(), { times: 2 })
      box.script.charge(chargeThat.isDeclined("nsf"))
      const answers = yield* Effect.forEach([1, 2, 3, 4], () => pay(box))
      expect(answers.map(([tag]) => tag)).toEqual(["NotSent", "NotSent", "Declined", "Approved"])
    })
  )

  it.effect("may be chosen for each call, or left to its card", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const large = (amount = 0n) => (amount > 1000n ? chargeThat.isDeclined("nsf") : undefined)
      box.script.charge(({ amount }) => large(amount), { times: Number.POSITIVE_INFINITY })
      const { vaultReference } = yield* storeCard(box, "approved")
      const tag = (reference: string, amount: bigint) =>
        Effect.map(
          box.provider.charge(chargeOf(vaultReference, reference, { amount })),
          ({ _tag }) => _tag
        )
      expect(yield* tag("attempt_small", 1000n)).toBe("Approved")
      expect(yield* tag("attempt_large", 1001n)).toBe("Declined")
      expect(yield* tag("attempt_larger", 5000n)).toBe("Declined")
      box.script.clear()
      expect(yield* tag("attempt_largest", 9000n)).toBe("Approved")
    })
  )

  it.effect("of a repeated reference behaves as scripted, and still charges nothing more", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { reference } = yield* approvedCharge(box, "approved", "attempt_again")
      const { vaultReference } = yield* storeCard(box, "approved")
      box.script.charge(chargeThat.throwsAfterCharging())
      const call = box.provider.charge(chargeOf(vaultReference, reference))
      expect(yield* after(call, 0)).toBe("throws")
      expect(yield* box.bank.timesCharged(reference)).toBe(1)
    })
  )
})

describe("a scripted change", () => {
  it.effect.each([
    ["succeeds", modificationThat.succeeds(), "Succeeded", "succeeded"],
    ["isReversedAfter", modificationThat.isReversedAfter(9_000), "Succeeded", "succeeded"],
    ["fails", modificationThat.fails("no"), "Failed", "failed"],
    ["settles", modificationThat.settles(9_000), "Pending", "pending"],
    ["isNotSent", modificationThat.isNotSent(), "NotSent", "Absent"],
    ["hangs", modificationThat.hangs(), "silent", "Absent"],
    ["hangsAfterwards", modificationThat.hangsAfterwards(), "silent", "succeeded"],
    ["throws", modificationThat.throws(), "throws", "Absent"],
    ["throwsAfterwards", modificationThat.throwsAfterwards(), "throws", "succeeded"],
    ["answersAfter", modificationThat.answersAfter(9_000), "silent", "succeeded"],
    ["says", modificationThat.says({ _tag: "HoldExpired" }), "HoldExpired", "Absent"]
  ] as const)("that %s does so, for each kind", ([, conduct, answer, found]) =>
    Effect.gen(function* () {
      for (const kind of ["capture", "void", "refund"] as const) {
        const box = sandbox()
        const capture = kind === "refund"
        const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture })
        box.script[kind](conduct)
        const call = box.provider[kind](modificationOf(charge, "change_1"))
        expect(yield* after(call, 0)).toBe(answer)
        const query = { kind, reference: "change_1", providerReference: null, charge }
        const lookedUp = yield* box.provider.lookupModification(query)
        expect(lookedUp._tag === "Found" ? lookedUp.state : lookedUp._tag).toBe(found)
        expect(box.script.remaining()).toBe(0)
      }
    })
  )

  it.effect("that hangs once succeeds when it is sent again, for each of its references", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1")
      box.script.refund(modificationThat.hangsOnce(), { times: Number.POSITIVE_INFINITY })
      for (const reference of ["refund_1", "refund_2"]) {
        const call = box.provider.refund(modificationOf(charge, reference, { amount: 100n }))
        expect(yield* after(call, 0)).toBe("silent")
        expect(yield* after(call, 0)).toBe("Succeeded")
      }
    })
  )

  it.effect("can't make the bank break its own rules", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1")
      box.script.refund(modificationThat.succeeds())
      const outcome = yield* box.provider.refund(
        modificationOf(charge, "refund_1", { amount: 1251n })
      )
      expect(outcome).toEqual({ _tag: "Failed", rawCode: "amount_exceeds_captured" })
    })
  )

  it.effect("that finds the hold expired leaves the charge expired", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1", { capture: false })
      box.script.void(modificationThat.findsTheHoldExpired())
      const outcome = yield* box.provider.void(modificationOf(charge, "void_1"))
      expect(outcome._tag).toBe("HoldExpired")
      expect((yield* box.bank.charges())[0]?.state).toBe("expired")
    })
  )
})

describe("a scripted lookup", () => {
  it.effect("is unavailable as often as it says, for charges and changes alike", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1")
      yield* box.provider.refund(modificationOf(charge, "refund_1"))
      box.script.lookup(lookupThat.isUnavailable("maintenance"), { times: 3 })
      const lookup = box.provider.lookup(queryOf(charge.mid, charge.reference))
      const named = { reference: "refund_1", providerReference: null }
      const query = { kind: "refund", ...named, charge } as const
      const change = box.provider.lookupModification(query)
      expect(yield* lookup).toEqual({ _tag: "Unavailable", reason: "maintenance" })
      expect((yield* change)._tag).toBe("Unavailable")
      expect((yield* lookup)._tag).toBe("Unavailable")
      expect((yield* change)._tag).toBe("Found")
      expect((yield* lookup)._tag).toBe("Found")
    })
  )

  it.effect("finds nothing, hangs or throws", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "approved", "attempt_1")
      box.script.lookup(lookupThat.findsNothing())
      box.script.lookup(lookupThat.hangs())
      box.script.lookup(lookupThat.throws())
      const answers = yield* Effect.forEach([1, 2, 3, 4], () =>
        after(box.provider.lookup(queryOf(charge.mid, charge.reference)), 60_000)
      )
      expect(answers).toEqual(["Absent", "silent", "throws", "Found"])
    })
  )
})
