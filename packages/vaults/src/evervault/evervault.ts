import {
  type CardMarks,
  type CardRelay,
  type CardVaultPort,
  defineCardVault,
  type VaultedCard
} from "@payloom/core"
import { describeCard } from "../cards/describeCard.ts"
import { codesInMemory, type SecurityCodes } from "../cards/SecurityCodes.ts"
import type { RelayedVault } from "../RelayedVault.ts"
import { cardsInFlight } from "../relay/cardsInFlight.ts"
import { NotForwarded } from "../relay/NotForwarded.ts"
import { openTunnel } from "../relay/openTunnel.ts"
import { originOf } from "../relay/originOf.ts"
import { relayFetch } from "../relay/relayFetch.ts"
import { askService, inside, textIn } from "../service/askService.ts"
import type { EvervaultOptions } from "./EvervaultOptions.ts"
import {
  anySealed,
  cardIn,
  type EncryptedCard,
  encryptedCardIn,
  referenceOf
} from "./encryptedCard.ts"
import { encryptedWalletIn, walletIn, walletReferenceOf, withWallet } from "./wallets.ts"

/**
 * Creates a vault and a relay at Evervault. The page hands in the JSON of the card component's
 * values. Evervault stores nothing: the reference of a card contains its encrypted number. `store`
 * asks Evervault for the description of the number. The relay sends requests through Relay, which
 * decrypts them.
 *
 * @example
 * ```ts
 * const { vault, relay } = evervault({
 *   appId: "app_…",
 *   apiKey: process.env.EVERVAULT_KEY ?? "",
 *   hosts: ["api.stripe.com", "checkout-test.adyen.com"],
 *   ca: readFileSync("evervault-ca.pem", "utf8")
 * })
 * ```
 */
export const evervault = (options: EvervaultOptions): RelayedVault => {
  const codes = options.securityCodes ?? codesInMemory()
  return { vault: vaultOf(options, codes), relay: relayOf(options, codes) }
}

const vaultOf = (options: EvervaultOptions, codes: SecurityCodes): CardVaultPort =>
  defineCardVault({
    store: async ({ ciphertext, fingerprintKey }, { signal }) => {
      const encrypted = encryptedCardIn(ciphertext)
      if (encrypted === null) return null
      const card = await describedBy(options, encrypted, fingerprintKey, signal)
      if (card === null) return null
      const { number, code } = encrypted
      const vaultReference = referenceOf({ ...card, number })
      if (code !== null) await codes.keep(vaultReference, code)
      return { vaultReference, ...card }
    },
    ...(options.decryptedWallets === undefined
      ? {}
      : {
          decryptedWallets: options.decryptedWallets,
          storeWallet: async ({ wallet, payload, fingerprintKey }, { signal }) => {
            const encrypted = encryptedWalletIn(wallet, payload)
            if (encrypted === null) return null
            const card = await describedBy(options, encrypted, fingerprintKey, signal)
            if (card === null) return null
            const { number, cryptogram } = encrypted
            const vaultReference = walletReferenceOf(referenceOf({ ...card, number }), encrypted)
            // The cryptogram is kept as a security code is, so it is in no database.
            await codes.keep(vaultReference, cryptogram)
            return { vaultReference, ...card }
          }
        }),
    release: ({ vaultReference }) => codes.forget(vaultReference)
  })

/** Asks for the description of an encrypted number. Returns null if it is no card's number. */
const describedBy = async (
  { appId, apiKey, apiUrl = "https://api.evervault.com", fetch: send = fetch }: EvervaultOptions,
  { number, expMonth, expYear }: EncryptedCard,
  fingerprintKey: Uint8Array,
  signal: AbortSignal
): Promise<Omit<VaultedCard, "vaultReference"> | null> => {
  const answer = await askService({
    service: "Evervault",
    url: `${apiUrl}/fingerprint`,
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${appId}:${apiKey}`).toString("base64")}`,
      "content-type": "application/json"
    },
    body: JSON.stringify({ token: number }),
    signal,
    unknownIf: [400, 422],
    fetch: send
  })
  if (answer === null || answer.category !== "card-number") return null
  const fingerprint = textIn(answer, "fingerprint")
  if (fingerprint === null) throw new Error("Evervault returned no fingerprint of the number.")
  const { lastFour, brand, funding, country } = inside(answer, "metadata")
  return describeCard(
    {
      last4: lastFour,
      expMonth,
      expYear,
      brand,
      funding,
      country,
      fingerprint: `evervault ${fingerprint}`
    },
    fingerprintKey
  )
}

const relayOf = (options: EvervaultOptions, codes: SecurityCodes): CardRelay => {
  const { apiKey, hosts, ca, proxyUrl = "https://relay.evervault.com:443" } = options
  const cards = cardsInFlight(anySealed)
  return {
    marksOf: async (vaultReference) => {
      const wallet = walletIn(vaultReference)
      const card = cardIn(wallet?.card ?? vaultReference)
      if (card === null) throw new NotForwarded("The card was not encrypted by Evervault.")
      const { number, expMonth, expYear, last4 } = card
      const securityCode = await codes.find(vaultReference)
      cards.add(number, last4)
      const marks: CardMarks = {
        number,
        expiryMonth: String(expMonth).padStart(2, "0"),
        expiryYear: String(expYear),
        securityCode,
        holderName: null
      }
      if (wallet === null) return marks
      if (securityCode === null) throw new NotForwarded("The wallet's cryptogram is gone.")
      return withWallet(marks, securityCode, wallet.eci)
    },
    fetch: relayFetch({
      service: "Evervault",
      hosts,
      cards,
      // Evervault's own SDK sends the key as it is, without a scheme.
      send: openTunnel({ service: "Evervault", proxyUrl, authorization: apiKey, ca }),
      originOf: originOf.evervault
    })
  }
}
