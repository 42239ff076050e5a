import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { type CardToEncrypt, type Sandbox, sandbox } from "./sandbox.ts"
import { anyOwner, storeCard } from "./sandboxCalls.ts"

const folder = mkdtempSync(join(tmpdir(), "sandbox-updater-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the updater's present version of a stored card. */
const currentOf = Effect.fnUntraced(function* (box: Sandbox, card: CardToEncrypt) {
  const { vaultReference } = yield* storeCard(box, card)
  return Option.getOrThrow(yield* box.accountUpdater.currentCard({ ...anyOwner, vaultReference }))
})

const unlisted = { number: "4012888888881881", expMonth: 1, expYear: 2030, cvc: "123" }

describe("the sandbox's account updater", () => {
  it.effect("reports a card unchanged if it was not reissued", () =>
    Effect.gen(function* () {
      const box = sandbox()
      yield* box.reissue("approved_debit", { expMonth: 1, expYear: 2060 })
      for (const card of ["approved", unlisted] as const) {
        expect(yield* currentOf(box, card)).toEqual(yield* storeCard(box, card))
      }
    })
  )

  it.effect("knows the newest of several cards that replaced each other", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const becomes = { expMonth: 1, expYear: 2060 }
      yield* box.reissue("approved", { ...becomes, card: "approved_debit" })
      yield* box.reissue("approved_debit", { ...becomes, card: "approved_jcb" })
      const newest = yield* storeCard(box, { card: "approved_jcb", ...becomes })
      expect(yield* currentOf(box, "approved")).toEqual(newest)
      yield* box.reissue("approved_jcb", { ...becomes, card: "approved" })
      expect(yield* currentOf(box, "approved")).toMatchObject(becomes)
    })
  )

  it.effect("knows nothing of a reference that is not the vault's", () =>
    Effect.gen(function* () {
      const card = { ...anyOwner, vaultReference: "vault of somebody else" }
      expect(Option.isNone(yield* sandbox().accountUpdater.currentCard(card))).toBe(true)
    })
  )

  it.effect("is the same in every process with the bank's journal", () =>
    Effect.gen(function* () {
      const journal = join(folder, "bank.jsonl")
      const [one, other] = [sandbox({ journal }), sandbox({ journal })]
      yield* one.reissue("approved", { expMonth: 2, expYear: 2061 })
      expect(yield* currentOf(other, "approved")).toMatchObject({ expMonth: 2, expYear: 2061 })
    })
  )

  it.effect("signs its notifications with the sandbox's secret, for five minutes", () =>
    Effect.gen(function* () {
      const changed = { scope: anyOwner.scope, vaultReference: "reference" }
      const [one, other] = [sandbox({ secret: "one" }), sandbox({ secret: "other" })]
      const news = yield* one.notifications.cards(changed)
      const read = (box: Sandbox) => box.accountUpdater.readNotification(news)
      expect(yield* read(one)).toEqual(Option.some([changed]))
      expect(Option.isNone(yield* read(other))).toBe(true)
      yield* TestClock.adjust("301 seconds")
      expect(Option.isNone(yield* read(one))).toBe(true)
    })
  )
})
