import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { chargeThat } from "./conduct.ts"
import { type Sandbox, sandbox } from "./sandbox.ts"
import { approvedCharge, chargeOf, modificationOf, queryOf, storeCard } from "./sandboxCalls.ts"
import { type TestCardName, testCards } from "./testCards.ts"

const folder = mkdtempSync(join(tmpdir(), "sandbox-journal-"))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
const newJournal = () => {
  files += 1
  return join(folder, "made on demand", `${files}.jsonl`)
}

const everythingAt = Effect.fnUntraced(function* (box: Sandbox) {
  return {
    charges: yield* box.bank.charges(),
    modifications: yield* box.bank.modifications(),
    totals: yield* box.bank.totals()
  }
})

describe("a bank with a journal", () => {
  it.effect("has the same charges, changes and pending outcomes after a restart", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const box = sandbox({ journal })
      yield* approvedCharge(box, "approved", "attempt_1")
      const held = yield* approvedCharge(box, "approved", "attempt_2", { capture: false })
      yield* box.provider.capture(modificationOf(held, "capture_2", { amount: 900n }))
      const back = yield* approvedCharge(box, "refund_pending", "attempt_3")
      yield* box.provider.refund(modificationOf(back, "refund_3", { amount: 300n }))
      const { vaultReference } = yield* storeCard(box, "pending_declined")
      yield* box.provider.charge(chargeOf(vaultReference, "attempt_4"))
      const asked = yield* storeCard(box, "authentication_required")
      yield* box.provider.charge(chargeOf(asked.vaultReference, "attempt_5"))
      yield* box.bank.payerAnswers("attempt_5", true)

      const restarted = sandbox({ journal })
      const states = (yield* box.bank.charges()).map(({ state }) => state)
      expect(states).toEqual(["captured", "captured", "captured", "pending", "captured"])
      expect(yield* everythingAt(restarted)).toEqual(yield* everythingAt(box))
      yield* TestClock.adjust("10 seconds")
      expect(yield* everythingAt(restarted)).toEqual(yield* everythingAt(box))
      expect((yield* restarted.bank.totals()).USD?.refunded).toBe(300n)
    })
  )

  it.effect("charges no reference again after a restart", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const box = sandbox({ journal })
      box.script.charge(chargeThat.throwsAfterCharging())
      const { vaultReference } = yield* storeCard(box, "approved")
      const request = chargeOf(vaultReference, "attempt_1")
      expect((yield* Effect.exit(box.provider.charge(request)))._tag).toBe("Failure")
      const restarted = sandbox({ journal })
      expect((yield* restarted.provider.charge(request))._tag).toBe("Approved")
      expect(yield* restarted.bank.timesCharged("attempt_1")).toBe(1)
    })
  )

  it.effect("remembers after a restart that a change was already lost once", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const box = sandbox({ journal })
      const charge = yield* approvedCharge(box, "refund_timeout_not_done", "attempt_1")
      const request = modificationOf(charge, "refund_1")
      const call = yield* Effect.forkChild(box.provider.refund(request))
      yield* TestClock.adjust(0)
      expect(call.pollUnsafe()).toBeUndefined()
      expect((yield* sandbox({ journal }).provider.refund(request))._tag).toBe("Succeeded")
    })
  )

  it.effect("writes a charge before it answers", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const box = sandbox({ journal })
      const { vaultReference } = yield* storeCard(box, "slow")
      yield* Effect.forkChild(box.provider.charge(chargeOf(vaultReference, "attempt_1")))
      yield* TestClock.adjust(0)
      expect(readFileSync(journal, "utf8")).toContain("attempt_1")
    })
  )

  it.effect("skips a truncated last line, and reads the later lines of another process", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const box = sandbox({ journal })
      yield* approvedCharge(box, "approved", "attempt_1")
      const whole = readFileSync(journal, "utf8")
      yield* approvedCharge(box, "approved", "attempt_2")
      const torn = readFileSync(journal, "utf8").slice(0, -20)
      expect(torn.length).toBeGreaterThan(whole.length)
      writeFileSync(journal, torn)

      const restarted = sandbox({ journal })
      const references = Effect.map(restarted.bank.charges(), (charges) =>
        charges.map(({ reference }) => reference)
      )
      expect(yield* references).toEqual(["attempt_1"])
      yield* approvedCharge(restarted, "approved", "attempt_3")
      expect(yield* references).toEqual(["attempt_1", "attempt_3"])
      const third = sandbox({ journal })
      expect(yield* everythingAt(third)).toEqual(yield* everythingAt(restarted))
    })
  )

  it.effect("refuses a file with other content", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      sandbox({ journal })
      appendFileSync(journal, '{"name":"not a journal"}\n')
      const exit = yield* Effect.exit(sandbox({ journal }).bank.charges())
      expect(exit._tag).toBe("Failure")
    })
  )

  it.effect("never contains a card number or a vault reference, for any card", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const box = sandbox({ journal })
      const cards = Object.keys(testCards) as Array<TestCardName>
      const unlisted = { number: "4012888888881881", expMonth: 1, expYear: 2040, cvc: "123" }
      for (const [index, card] of [...cards, unlisted].entries()) {
        const { vaultReference } = yield* storeCard(box, card)
        yield* Effect.forkChild(box.provider.charge(chargeOf(vaultReference, `attempt_${index}`)))
      }
      yield* TestClock.adjust("5 seconds")
      const text = readFileSync(journal, "utf8")
      expect(text.match(/"card":/g)?.length).toBeGreaterThan(40)
      expect(text).toContain('"card":"unlisted"')
      const numbers = [unlisted, ...Object.values(testCards)].map(({ number }) => number)
      expect(numbers.filter((number) => text.includes(number))).toEqual([])
      expect(text).not.toContain("eyJ")
    })
  )
})

describe("two processes with one journal", () => {
  it.effect("see each other's charges at once, and charge a reference only once", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const [one, other] = [sandbox({ journal }), sandbox({ journal })]
      const { vaultReference } = yield* storeCard(one, "approved")
      const request = chargeOf(vaultReference, "attempt_1")
      const first = yield* one.provider.charge(request)
      const found = yield* other.provider.lookup(queryOf(request.mid, "attempt_1"))
      expect(found).toMatchObject({ _tag: "Found", state: "captured" })
      expect(yield* other.provider.charge(request)).toEqual(first)
      for (const box of [one, other]) {
        expect(yield* box.bank.timesCharged("attempt_1")).toBe(1)
      }
    })
  )

  it.effect("read a line that the other process has not finished the next time", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const reader = sandbox({ journal })
      yield* approvedCharge(sandbox({ journal }), "approved", "attempt_1")
      const line = readFileSync(journal, "utf8")
      const half = line.length / 2
      writeFileSync(journal, line.slice(0, half))
      expect(yield* reader.bank.charges()).toEqual([])
      appendFileSync(journal, line.slice(half))
      expect(yield* reader.bank.charges()).toHaveLength(1)
    })
  )

  it.effect("never refund more than the captured amount together", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const [one, other] = [sandbox({ journal }), sandbox({ journal })]
      const charge = yield* approvedCharge(one, "approved", "attempt_1")
      const refund = (box: Sandbox, id: string) =>
        box.provider.refund(modificationOf(charge, id, { amount: 700n }))
      expect((yield* refund(one, "refund_1"))._tag).toBe("Succeeded")
      expect((yield* refund(other, "refund_2"))._tag).toBe("Failed")
      expect(yield* everythingAt(one)).toEqual(yield* everythingAt(other))
    })
  )

  it.effect("keep the order of the file if their clocks differ", () =>
    Effect.gen(function* () {
      const journal = newJournal()
      const [ahead, behind] = [sandbox({ journal }), sandbox({ journal })]
      yield* TestClock.setTime(60_000)
      yield* approvedCharge(ahead, "approved", "attempt_1")
      yield* TestClock.setTime(0)
      const { vaultReference } = yield* storeCard(behind, "pending")
      yield* behind.provider.charge(chargeOf(vaultReference, "attempt_2"))
      yield* TestClock.setTime(70_000 - 1)
      expect((yield* ahead.bank.charges())[1]?.state).toBe("pending")
      yield* TestClock.setTime(70_000)
      expect((yield* ahead.bank.charges())[1]?.state).toBe("captured")
    })
  )
})
