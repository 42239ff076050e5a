import assert from "node:assert/strict"
import type { CardMarks, Scope, VaultedCard } from "@payloom/core"
import type {
  VaultHarness,
  VaultRule,
  VaultService,
  WalletCard,
  WalletPayload
} from "../VaultHarness.ts"
import { cardIn, type Format, lastBody, send, types } from "./relayedRequests.ts"
import {
  hidesNumber,
  mustBeStored,
  mustNotBeRecognized,
  newCard,
  release,
  type Stored,
  scopes,
  storedBy
} from "./vaultCalls.ts"

/** A harness whose vault decrypts wallets. */
interface WalletHarness extends VaultHarness {
  readonly encryptWallet: NonNullable<VaultHarness["encryptWallet"]>
}

/** Returns the rules of `storeWallet`, for each wallet that the vault decrypts. */
export const walletRules = (harness: VaultHarness): ReadonlyArray<VaultRule> => {
  const { encryptWallet, vault, service } = harness
  if (encryptWallet === undefined || vault.decryptedWallets === undefined) return []
  const own: WalletHarness = { ...harness, encryptWallet }
  return [
    ...describedRules(own),
    ...refusedRules(own),
    ...sentRules(own),
    ...(service === undefined ? [] : [brokenRule(own, service)]),
    ...(vault.release === undefined ? [] : [releaseRule(own)])
  ]
}

/** Returns the card of a wallet, with a device number of its own. */
const newWallet = (changes: Partial<WalletCard> = {}): WalletCard => {
  const { number, expMonth, expYear } = newCard()
  return {
    number,
    expMonth,
    expYear,
    cryptogram: "AgAAAAAAAIR8CQrXcIhbQAAAAAA=",
    eci: "05",
    ...changes
  }
}

/** Makes the vault decrypt a payload as the engine does. */
const storePayload = (
  { vault }: WalletHarness,
  wallet: string,
  payload: WalletPayload,
  scope: Scope = scopes.first
): Promise<Stored> => {
  if (vault.storeWallet === undefined) return assert.fail("The vault has no storeWallet.")
  return storedBy(scope, (given) => vault.storeWallet?.({ ...given, wallet, payload }))
}

const storeWallet = async (
  harness: WalletHarness,
  wallet: string,
  card: WalletCard = newWallet(),
  scope?: Scope
): Promise<VaultedCard> =>
  mustBeStored(
    await storePayload(harness, wallet, await harness.encryptWallet(wallet, card), scope)
  )

/** Runs a rule for each wallet of the vault. */
const forEach = async (
  { vault }: WalletHarness,
  run: (wallet: string) => Promise<void>
): Promise<void> => {
  for (const wallet of vault.decryptedWallets ?? []) await run(wallet)
}

const describedRules = (harness: WalletHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a wallet is described by the last four digits and the expiry date of its device number",
    run: () =>
      forEach(harness, async (wallet) => {
        const card = newWallet({ expMonth: 11, expYear: 2037 })
        const { last4, expMonth, expYear } = await storeWallet(harness, wallet, card)
        assert.deepEqual(
          { last4, expMonth, expYear },
          { last4: card.number.slice(-4), expMonth: 11, expYear: 2037 }
        )
      })
  },
  {
    name: "a wallet's description has no digits of the device number except the last four",
    run: () =>
      forEach(harness, async (wallet) => {
        const card = newWallet()
        const { last4: _, ...described } = await storeWallet(harness, wallet, card)
        hidesNumber(JSON.stringify(described), card, "The description")
      })
  },
  {
    name: "a device number has one fingerprint in a tenant, and another in another tenant",
    run: () =>
      forEach(harness, async (wallet) => {
        const card = newWallet()
        const first = await storeWallet(harness, wallet, card)
        const again = await storeWallet(harness, wallet, { ...card, cryptogram: "AAAA" })
        const other = await storeWallet(harness, wallet, card, scopes.otherTenant)
        assert.ok(again.fingerprint === first.fingerprint, "A device number has two fingerprints.")
        assert.ok(
          other.fingerprint !== first.fingerprint,
          "Two tenants have the same fingerprint of a device number."
        )
      })
  }
]

/** Payloads that no wallet makes for the vault. */
const strangePayloads: ReadonlyArray<WalletPayload> = [
  "",
  "x",
  "null",
  "{}",
  {},
  { token: "tok_1" },
  { paymentData: null },
  { paymentData: { data: "x", signature: "y", header: {}, version: "EC_v1" } },
  { paymentMethodData: { tokenizationData: { token: "{}" } } },
  { number: "4242", cryptogram: "AAAA" },
  { "{{ apple_pay: 1 }}": "ev:$" }
]

/** Changes a character in the middle of the longest text of a payload. */
const altered = (payload: WalletPayload): WalletPayload => {
  const texts = JSON.stringify(payload).match(/[A-Za-z0-9+/=-]{8,}/g) ?? []
  const [longest = ""] = texts.toSorted((left, right) => right.length - left.length)
  const middle = Math.floor(longest.length / 2)
  const other = longest[middle] === "a" ? "b" : "a"
  const changed = `${longest.slice(0, middle)}${other}${longest.slice(middle + 1)}`
  return JSON.parse(JSON.stringify(payload).replace(longest, changed))
}

const refusedRules = (harness: WalletHarness): ReadonlyArray<VaultRule> => [
  {
    name: "a payload that the wallet did not make is not recognized",
    run: () =>
      forEach(harness, async (wallet) => {
        for (const payload of strangePayloads) {
          const shown = `the payload ${JSON.stringify(payload)}`
          mustNotBeRecognized(await storePayload(harness, wallet, payload), shown)
        }
      })
  },
  {
    name: "an altered payload is not recognized",
    run: () =>
      forEach(harness, async (wallet) => {
        const alter = harness.alterWallet ?? altered
        const payload = alter(await harness.encryptWallet(wallet, newWallet()))
        mustNotBeRecognized(await storePayload(harness, wallet, payload), "an altered payload")
      })
  }
]

const formats: ReadonlyArray<Format> = ["json", "form"]

/** Builds a body that has only the marks of a wallet. */
const bodyOf = (format: Format, { number, expiryMonth, expiryYear, wallet }: CardMarks) => {
  const fields = {
    number,
    expiryMonth,
    expiryYear,
    cryptogram: wallet?.cryptogram ?? "",
    eci: wallet?.eci ?? ""
  }
  const text =
    format === "json"
      ? JSON.stringify({ card: fields })
      : Object.entries(fields)
          .map(([name, value]) => `card[${name}]=${encodeURIComponent(value)}`)
          .join("&")
  return { type: types[format], text }
}

const sentRules = (harness: WalletHarness): ReadonlyArray<VaultRule> => [
  ...formats.map((format) => ({
    name: `the provider gets a wallet's details in place of the marks, in a body of ${format}`,
    run: () =>
      forEach(harness, async (wallet) => {
        const { number, cryptogram, eci, ...card } = newWallet()
        const all = { ...card, number, cryptogram, eci }
        const { vaultReference } = await storeWallet(harness, wallet, all)
        await send(harness, bodyOf(format, await harness.relay.marksOf(vaultReference)))
        assert.deepEqual(cardIn(format, lastBody(harness)), {
          number,
          expiryMonth: "03",
          expiryYear: "2041",
          cryptogram,
          eci
        })
      })
  })),
  {
    name: "a wallet's marks have no digits of the device number",
    run: () =>
      forEach(harness, async (wallet) => {
        const card = newWallet()
        const { vaultReference } = await storeWallet(harness, wallet, card)
        const marks = JSON.stringify(await harness.relay.marksOf(vaultReference))
        hidesNumber(marks, card, "A mark")
      })
  }
]

const brokenRule = (harness: WalletHarness, service: VaultService): VaultRule => ({
  name: "a service that is down makes the vault unavailable for wallets, and blames no payload",
  run: () =>
    forEach(harness, async (wallet) => {
      const payload = await harness.encryptWallet(wallet, newWallet())
      for (const how of [401, 403, 429, 500, 503, "breaksConnection"] as const) {
        await service.breaksDown(how)
        const stored = await storePayload(harness, wallet, payload)
        await service.clear()
        const said = typeof stored === "string" ? stored : "a card"
        assert.ok(
          said === "VaultUnavailable",
          `While its service was down (${how}), the vault answered ${said}.`
        )
      }
    })
})

const releaseRule = (harness: WalletHarness): VaultRule => ({
  name: "a released wallet has no marks any more, and its release can be repeated",
  run: () =>
    forEach(harness, async (wallet) => {
      const { vaultReference } = await storeWallet(harness, wallet)
      await release(harness, vaultReference)
      await release(harness, vaultReference)
      const marks = await Promise.resolve(vaultReference)
        .then(harness.relay.marksOf)
        .catch(() => null)
      assert.ok(marks === null, "A released wallet has marks.")
    })
})
