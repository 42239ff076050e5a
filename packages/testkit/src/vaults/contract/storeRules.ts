import assert from "node:assert/strict"
import { setTimeout as sleep } from "node:timers/promises"
import type { VaultHarness, VaultRule, VaultService } from "../VaultHarness.ts"
import {
  encrypt,
  hidesNumber,
  mustBeStored,
  mustNotBeRecognized,
  newCard,
  release,
  scopes,
  storeCard,
  storeText
} from "./vaultCalls.ts"

/** Returns the rules of `store` and `release`. */
export const storeRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  ...describedRules(harness),
  ...refusedRules(harness),
  ...(harness.service === undefined ? [] : brokenRules(harness, harness.service)),
  ...(harness.keepsCodes ? releaseRules(harness) : [])
]

const describedRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a card is stored with its brand, its last four digits and its expiry date",
    run: async () => {
      const card = newCard({ expMonth: 11, expYear: 2037 })
      const { brand, last4, expMonth, expYear } = await storeCard(harness, card)
      assert.deepEqual(
        { brand, last4, expMonth, expYear },
        { brand: "visa", last4: card.number.slice(-4), expMonth: 11, expYear: 2037 }
      )
    }
  },
  {
    name: "a description has no digits of the card number except the last four",
    run: async () => {
      const card = newCard()
      const { last4: _, ...described } = await storeCard(harness, card)
      hidesNumber(JSON.stringify(described), card, "The description")
    }
  },
  {
    name: "a number has one fingerprint in a tenant, whatever its expiry date",
    run: async () => {
      const card = newCard()
      const first = await storeCard(harness, card)
      const second = await storeCard(harness, { ...card, expYear: 2042, cvc: "111" })
      assert.ok(second.fingerprint === first.fingerprint, "The same number has two fingerprints.")
    }
  },
  {
    name: "two numbers have two fingerprints",
    run: async () => {
      const [first, second] = [await storeCard(harness), await storeCard(harness)]
      assert.ok(
        first.fingerprint !== second.fingerprint,
        "Two card numbers have the same fingerprint."
      )
    }
  },
  {
    name: "a number has another fingerprint in another tenant",
    run: async () => {
      const card = newCard()
      const first = await storeCard(harness, card)
      const second = await storeCard(harness, card, scopes.otherTenant)
      assert.ok(
        first.fingerprint !== second.fingerprint,
        "Two tenants have the same fingerprint of a number."
      )
    }
  },
  {
    name: "a text is stored again with the same description",
    run: async () => {
      const text = await encrypt(harness, newCard())
      const [first, second] = [await storeText(harness, text), await storeText(harness, text)]
      assert.deepEqual(mustBeStored(second), mustBeStored(first))
    }
  }
]

/** Texts that no card field makes. The last one is as long as the engine accepts. */
const strangeTexts: ReadonlyArray<string> = [
  "",
  "x",
  "null",
  "{}",
  '{"number":"4242"}',
  "{{ token: 1 }}",
  "ev:$",
  "tok_",
  "../cards",
  "a?b=c#d",
  '"quoted"',
  "naïve 漢字 \u0000",
  "a".repeat(16 * 1024)
]

const changedInMiddle = (text: string): ReadonlyArray<string> => {
  const middle = Math.floor(text.length / 2)
  const other = text[middle] === "A" ? "B" : "A"
  return [`${text.slice(0, middle)}${other}${text.slice(middle + 1)}`]
}

const refusedRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a text that the card field did not make is not recognized",
    run: async () => {
      for (const text of strangeTexts) {
        const shown = JSON.stringify(text.slice(0, 20))
        mustNotBeRecognized(await storeText(harness, text), shown)
      }
    }
  },
  {
    name: "an altered text is not recognized",
    run: async () => {
      const text = await encrypt(harness, newCard())
      for (const altered of (harness.alter ?? changedInMiddle)(text)) {
        mustNotBeRecognized(await storeText(harness, altered), "an altered text")
      }
    }
  },
  ...(harness.keepsScopes
    ? [
        {
          name: "a card of another tenant or of the other mode is not recognized",
          run: async () => {
            const text = await encrypt(harness, newCard())
            mustBeStored(await storeText(harness, text))
            for (const scope of [scopes.otherTenant, scopes.otherMode]) {
              const stored = await storeText(harness, text, scope)
              mustNotBeRecognized(stored, `a card of ${scopes.first.tenant} in another scope`)
            }
          }
        }
      ]
    : [])
]

/** How long a call may take to end after it was interrupted, in milliseconds. */
const endsWithinMs = 4_000

const brokenRules = (harness: VaultHarness, service: VaultService): ReadonlyArray<VaultRule> => [
  {
    name: "a service that is down makes the vault unavailable, and blames no card",
    run: async () => {
      const text = await encrypt(harness, newCard())
      for (const how of [401, 403, 429, 500, 503, "breaksConnection"] as const) {
        await service.breaksDown(how)
        const stored = await storeText(harness, text)
        await service.clear()
        const said = typeof stored === "string" ? stored : "a card"
        assert.ok(
          said === "VaultUnavailable",
          `While its service was down (${how}), the vault answered ${said}.`
        )
      }
      mustBeStored(await storeText(harness, text))
    }
  },
  {
    name: "a store that is interrupted ends",
    run: async () => {
      const text = await encrypt(harness, newCard())
      await service.holdsAnswer()
      const signal = AbortSignal.timeout(50)
      const ended = storeText(harness, text, scopes.first, signal).catch(() => "ended")
      const first = await Promise.race([ended, sleep(endsWithinMs, "waits", { ref: false })])
      assert.ok(first !== "waits", "The vault waited for its service after the interruption.")
    }
  }
]

const releaseRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a card has its security code until it is released",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      const before = await harness.relay.marksOf(vaultReference)
      assert.ok(before.securityCode !== null, "A new card has no mark for its security code.")
      await release(harness, vaultReference)
      const after = await harness.relay.marksOf(vaultReference)
      assert.ok(after.securityCode === null, "A released card has a mark for its security code.")
      assert.ok(after.number === before.number, "A release changes the mark of the number.")
      const isThere = (await harness.hasCode?.(vaultReference)) ?? false
      assert.ok(!isThere, "The service still has the security code of a released card.")
    }
  },
  {
    name: "a release can be repeated",
    run: async () => {
      const { vaultReference } = await storeCard(harness)
      await release(harness, vaultReference)
      await release(harness, vaultReference)
    }
  }
]
