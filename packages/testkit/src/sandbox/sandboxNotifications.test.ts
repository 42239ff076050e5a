import { describe, expect, it } from "@effect/vitest"
import type { RawNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { chargeThat } from "./conduct.ts"
import { type Sandbox, sandbox } from "./sandbox.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"
import {
  accountOf,
  approvedCharge,
  chargeOf,
  modificationOf,
  nothingKnown,
  queryOf,
  storeCard
} from "./sandboxCalls.ts"
import { notificationHeaders } from "./signedNotification.ts"

const mid = accountOf(sandboxAccounts.primary)

const read = (box: Sandbox, notification: RawNotification) =>
  Effect.map(box.provider.readNotification(mid, notification, nothingKnown), Option.getOrUndefined)

/** Returns an authentic notification of an approved charge. */
const honest = Effect.fnUntraced(function* (box: Sandbox) {
  yield* approvedCharge(box, "approved", "attempt_1")
  return yield* box.notifications.charge("attempt_1")
})

const withHeader = (
  { headers, body }: RawNotification,
  name: string,
  value: string
): RawNotification => ({ headers: { ...headers, [name]: value }, body })

describe("a notification", () => {
  it.effect("has the same state as a lookup at that time", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "pending")
      yield* box.provider.charge(chargeOf(vaultReference, "attempt_1"))
      for (const state of ["pending", "captured"]) {
        const notifications = yield* read(box, yield* box.notifications.charge("attempt_1"))
        const lookup = yield* box.provider.lookup(queryOf(mid, "attempt_1"))
        expect(notifications).toMatchObject([
          { _tag: "Charge", reference: "attempt_1", charge: lookup }
        ])
        expect(lookup).toMatchObject({ _tag: "Found", state, amount: 1250n })
        yield* TestClock.adjust("10 seconds")
      }
    })
  )

  it.effect("that is untrue differs in the given fields, and has an id of its own", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const [honestly] = (yield* read(box, yield* honest(box))) ?? []
      const untrue = yield* box.notifications.untrue("attempt_1", { state: "declined" })
      const [told] = (yield* read(box, untrue)) ?? []
      expect(told).toMatchObject({ reference: "attempt_1", charge: { state: "declined" } })
      expect(told?.id).not.toBe(honestly?.id)
      expect(honestly).toMatchObject({ charge: { state: "captured" } })
    })
  )

  it.effect("of a refund reports its reversal after it was reversed", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const charge = yield* approvedCharge(box, "refund_reversed", "attempt_1")
      yield* box.provider.refund(modificationOf(charge, "refund_1"))
      const notification = Effect.map(
        Effect.flatMap(box.notifications.modification("refund_1"), (sent) => read(box, sent)),
        (notifications) => notifications?.[0]
      )
      const before = yield* notification
      expect(before).toMatchObject({ _tag: "Modification", modification: { state: "succeeded" } })
      expect(yield* notification).toEqual(before)
      yield* TestClock.adjust("60 seconds")
      const later = yield* notification
      expect(later).toMatchObject({ reference: "refund_1", modification: { state: "reversed" } })
      expect(later?.id).not.toBe(before?.id)
    })
  )

  it.effect("of an unknown charge can't be made", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const { vaultReference } = yield* storeCard(box, "approved")
      box.script.charge(chargeThat.appearsLate(1_000))
      yield* Effect.exit(box.provider.charge(chargeOf(vaultReference, "attempt_1")))
      const missing = yield* Effect.flip(box.notifications.charge("attempt_1"))
      expect(missing._tag).toBe("NothingToNotify")
      expect((yield* Effect.flip(box.notifications.modification("refund_1")))._tag).toBe(
        "NothingToNotify"
      )
      yield* TestClock.adjust(1_000)
      expect(yield* read(box, yield* box.notifications.charge("attempt_1"))).toHaveLength(1)
    })
  )
})

describe("a notification is refused", () => {
  const { signature, timestamp } = notificationHeaders

  it.effect("if its body, time or signature was altered, or it has no signature", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const sent = yield* honest(box)
      expect(yield* read(box, sent)).toHaveLength(1)
      const forged = [
        { ...sent, body: sent.body.replace("1250", "1") },
        { ...sent, body: `${sent.body} ` },
        withHeader(sent, timestamp, "1"),
        withHeader(sent, signature, `v1=${"0".repeat(64)}`),
        withHeader(sent, signature, ""),
        { ...sent, headers: {} }
      ]
      for (const notification of forged) {
        expect(notification).not.toEqual(sent)
        expect(yield* read(box, notification)).toBeUndefined()
      }
    })
  )

  it.effect("if it is replayed after more than five minutes, or comes from the future", () =>
    Effect.gen(function* () {
      const box = sandbox()
      yield* TestClock.setTime(1_000_000_000)
      const sent = yield* honest(box)
      yield* TestClock.adjust("5 minutes")
      expect(yield* read(box, sent)).toHaveLength(1)
      yield* TestClock.adjust(1)
      expect(yield* read(box, sent)).toBeUndefined()
      yield* TestClock.setTime(1_000_000_000 - 301_000)
      expect(yield* read(box, sent)).toBeUndefined()
    })
  )

  it.effect("by another account and under another secret", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const sent = yield* honest(box)
      const another = accountOf(sandboxAccounts.secondary)
      const told = yield* box.provider.readNotification(another, sent, nothingKnown)
      expect(Option.isNone(told)).toBe(true)
      expect(yield* read(sandbox({ secret: "another" }), sent)).toBeUndefined()
      expect(yield* read(sandbox(), sent)).toHaveLength(1)
    })
  )
})
