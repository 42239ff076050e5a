import { assert, describe, expect, it } from "@effect/vitest"
import { type CardNotRecognized, CardVault, type VaultUnavailable } from "@payloom/core"
import { Effect } from "effect"
import fc from "fast-check"
import { compactDecrypt } from "jose"
import { encryptCard } from "./cardField.ts"
import { cardSeals } from "./SandboxVault.ts"
import { type CardToEncrypt, sandbox } from "./sandbox.ts"
import { anyOwner, chargeOf, storeCard } from "./sandboxCalls.ts"
import { sandboxKey } from "./sandboxKeys.ts"
import { type TestCardName, testCards } from "./testCards.ts"

const { number } = testCards.approved

const valid = { number, expMonth: 12, expYear: 2034, cvc: "123" }

/** Returns the error with which the vault refuses a ciphertext. */
const refusalOf = (ciphertext: string): Effect.Effect<CardNotRecognized | VaultUnavailable> =>
  Effect.orDie(Effect.flip(sandbox().vault.store({ ciphertext, ...anyOwner })))

/** Encrypts card details with the card field, and returns the vault's refusal. */
const refusalOfCard = Effect.fnUntraced(function* (card: CardToEncrypt) {
  return yield* refusalOf(yield* Effect.promise(() => sandbox().encryptCard(card)))
})

describe("the card vault", () => {
  it.effect.each(Object.keys(testCards) as Array<TestCardName>)("describes %s as listed", (name) =>
    Effect.gen(function* () {
      const stored = yield* storeCard(sandbox(), { card: name, expMonth: 3, expYear: 31 })
      const { brand, funding, country } = testCards[name]
      expect(stored).toMatchObject({ brand, funding, country, expMonth: 3, expYear: 2031 })
      expect(stored.last4).toBe(testCards[name].number.slice(-4))
    })
  )

  it.effect.each([
    ["4012888888881881", "visa"],
    ["2223003122003222", "mastercard"],
    ["371449635398431", "amex"],
    ["6011000990139424", "discover"],
    ["3530111333300000", "jcb"],
    ["30569309025904", "diners"],
    ["6200000000000005", "unionpay"]
  ] as const)(
    "reads the brand of the unlisted card %s from its first digits: %s",
    ([card, brand]) =>
      Effect.gen(function* () {
        expect((yield* storeCard(sandbox(), { ...valid, number: card })).brand).toBe(brand)
      })
  )

  it.effect("reads a number written with spaces and dashes", () =>
    Effect.gen(function* () {
      const stored = yield* storeCard(sandbox(), { ...valid, number: "4242 4242-4242 4242" })
      expect(stored.last4).toBe("4242")
    })
  )

  it.effect("never shows the number in any answer", () =>
    Effect.gen(function* () {
      const stored = yield* storeCard(sandbox(), "approved")
      const told = JSON.stringify(stored)
      expect(told).not.toContain(number)
      expect(told).not.toContain(Buffer.from(number).toString("base64url").slice(0, 20))
      expect(told).not.toContain(Buffer.from(number).toString("hex"))
      expect(told).not.toMatch(/\d{13}/)
    })
  )

  it.effect("keeps only the number and the expiry, and not the security code", () =>
    Effect.gen(function* () {
      const box = sandbox({ secret: "known" })
      const { vaultReference } = yield* storeCard(box, { ...valid, cvc: "987", holder: "A. Payer" })
      const key = sandboxKey("known", "vault reference")
      const { plaintext } = yield* Effect.promise(() => compactDecrypt(vaultReference, key))
      expect(JSON.parse(new TextDecoder().decode(plaintext))).toEqual({
        number,
        expMonth: 12,
        expYear: 2034
      })
    })
  )

  it.effect("is the service of its layer", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const vault = yield* Effect.provide(CardVault, box.vaultLayer)
      expect(vault).toBe(box.vault)
    })
  )
})

describe("a fingerprint", () => {
  it.effect("is the same for the same number, whatever else differs", () =>
    Effect.gen(function* () {
      const one = yield* storeCard(sandbox(), valid)
      const other = yield* storeCard(sandbox(), { ...valid, expYear: 2040, cvc: "999" })
      expect(one.fingerprint).toBe(other.fingerprint)
      expect(one.fingerprint).toMatch(/^fp_[\w-]{22}$/)
    })
  )

  it.effect("differs between numbers and between tenants' keys, as vault references do", () =>
    Effect.gen(function* () {
      const box = sandbox()
      const ciphertext = yield* Effect.promise(() => box.encryptCard("approved"))
      const stored = yield* Effect.all([
        box.vault.store({ ciphertext, ...anyOwner }),
        box.vault.store({ ...anyOwner, ciphertext, fingerprintKey: new Uint8Array(32).fill(8) }),
        storeCard(box, "approved_debit")
      ])
      expect(new Set(stored.map(({ fingerprint }) => fingerprint)).size).toBe(3)
      expect(new Set(stored.map(({ vaultReference }) => vaultReference)).size).toBe(3)
    })
  )
})

describe("a sandbox started again with the same secret", () => {
  it.effect("reads earlier ciphertexts and vault references", () =>
    Effect.gen(function* () {
      const before = sandbox({ secret: "kept" })
      const after = sandbox({ secret: "kept" })
      expect(after.publicKey).toEqual(before.publicKey)
      const ciphertext = yield* Effect.promise(() => encryptCard(valid, before.publicKey))
      const stored = yield* after.vault.store({ ciphertext, ...anyOwner })
      const outcome = yield* before.provider.charge(chargeOf(stored.vaultReference, "attempt_1"))
      assert.strictEqual(outcome._tag, "Approved")
    })
  )

  it.effect("reads neither if its secret is another", () =>
    Effect.gen(function* () {
      const other = sandbox({ secret: "another" })
      expect(other.publicKey).not.toEqual(sandbox().publicKey)
      const ciphertext = yield* Effect.promise(() => other.encryptCard("approved"))
      expect((yield* refusalOf(ciphertext))._tag).toBe("CardNotRecognized")
      const { vaultReference } = yield* storeCard(other, "approved")
      const outcome = yield* sandbox().provider.charge(chargeOf(vaultReference, "attempt_1"))
      assert.strictEqual(outcome._tag === "Declined" && outcome.rawCode, "unreadable_card")
    })
  )
})

describe("the card vault refuses", () => {
  it.effect.each([
    ["a number with a wrong check digit", { ...valid, number: "4242424242424241" }],
    ["a number too short for its brand", { ...valid, number: "424242424242424" }],
    ["a number too long for its brand", { ...valid, number: "37828224631000500" }],
    ["a number that holds letters", { ...valid, number: "4242x42424242424" }],
    ["month 0", { ...valid, expMonth: 0 }],
    ["month 13", { ...valid, expMonth: 13 }],
    ["a fraction of a month", { ...valid, expMonth: 1.5 }],
    ["a year of three digits", { ...valid, expYear: 203 }],
    ["a security code of two digits", { ...valid, cvc: "12" }]
  ] as const)("%s, without repeating it", ([, card]) =>
    Effect.gen(function* () {
      const refusal = yield* refusalOfCard(card)
      expect(refusal._tag).toBe("CardNotRecognized")
      const told = `${refusal.message} ${JSON.stringify(refusal)} ${refusal.stack}`
      expect(told).not.toContain(card.number)
      expect(refusal.message.length).toBeGreaterThan(20)
    })
  )

  it.effect.each([
    "",
    "4242424242424242",
    "....",
    "a.b.c.d.e",
    "not a ciphertext",
    "x".repeat(9000)
  ])("an invalid ciphertext: %s", (ciphertext) =>
    Effect.gen(function* () {
      const refusal = yield* refusalOf(ciphertext)
      expect(refusal._tag).toBe("CardNotRecognized")
      expect(refusal.message).not.toMatch(/\d/)
    })
  )

  it.effect("a vault reference in place of a ciphertext", () =>
    Effect.gen(function* () {
      const { vaultReference } = yield* storeCard(sandbox(), "approved")
      expect((yield* refusalOf(vaultReference))._tag).toBe("CardNotRecognized")
    })
  )

  it("a ciphertext and a vault reference with any one character changed", async () => {
    const box = sandbox()
    const ciphertext = await box.encryptCard("approved")
    const { vaultReference } = await Effect.runPromise(storeCard(box, "approved"))
    const { read } = cardSeals("payloom-sandbox")
    /**
     * The last character of Base64url may contain unused bits. Ciphertexts that differ only in
     * these are skipped.
     */
    const meansTheSame = (one: string, other: string) =>
      one.split(".").every((part, index) => {
        const changed = other.split(".")[index] ?? ""
        const isHeader = index === 0
        if (isHeader) return part === changed
        return Buffer.from(part, "base64url").equals(Buffer.from(changed, "base64url"))
      })
    const alphabet = [..."ABCXYZabcxyz0189-_."]
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...alphabet), async (at, character) => {
        const alter = (text: string) => {
          const index = at % text.length
          return text.slice(0, index) + character + text.slice(index + 1)
        }
        const altered = alter(ciphertext)
        if (!meansTheSame(ciphertext, altered)) {
          const refusal = await Effect.runPromise(refusalOf(altered))
          expect(refusal._tag).toBe("CardNotRecognized")
        }
        const reference = alter(vaultReference)
        if (!meansTheSame(vaultReference, reference)) {
          expect(read(reference)._tag).toBe("None")
        }
      }),
      { numRuns: 500 }
    )
    expect(read(vaultReference)._tag).toBe("Some")
  })
})
