import { createHmac, randomUUID } from "node:crypto"
import {
  type CardMarks,
  type CardRelay,
  type CardVaultPort,
  defineCardVault,
  type MarksPurpose,
  type NetworkTokenMarks,
  type Scope,
  type VaultedCard
} from "@payloom/core"
import { startDestination } from "../../fake/startDestination.ts"
import type { TypedCard, VaultHarness, VaultService, WalletCard } from "../VaultHarness.ts"

/** A card in the model's memory. */
interface ModelCard extends TypedCard {
  scope: Scope | null
  hasCode: boolean
  /** The wallet's authentication. Null for cards. */
  readonly wallet: WalletCard | null
  /** True if its network token can't be charged. */
  isSuspended: boolean
  /** The cryptograms that were issued for its network token. */
  readonly cryptograms: Array<string>
}

/** The faults that the next calls meet. */
interface Faults {
  down: number | "breaksConnection" | "holds" | null
  relay: number | "loses" | null
}

/**
 * Creates a harness of a vault in memory that can do everything that the contract has rules for. It
 * is the base of vaults that break one rule.
 */
export const modelVaultHarness = async (): Promise<VaultHarness> => {
  const cards = new Map<string, ModelCard>()
  const faults: Faults = { down: null, relay: null }
  const [destination, forbidden] = [await startDestination(), await startDestination()]
  return {
    vault: modelVault(cards, faults),
    relay: modelRelay(cards, faults, new URL(destination.url).host),
    encryptCard: async (card) => {
      const id = randomUUID()
      cards.set(id, { ...newCard(card), hasCode: true, wallet: null })
      return id
    },
    encryptWallet: (wallet, card) => {
      const id = randomUUID()
      cards.set(id, { ...newCard({ ...card, cvc: "" }), hasCode: false, wallet: card })
      return { wallet, id }
    },
    destination,
    forbidden,
    service: serviceOf(faults),
    keepsScopes: true,
    keepsCodes: true,
    masksAnswers: true,
    hasCode: (reference) => cards.get(reference)?.hasCode ?? false,
    networkTokens: {
      numberOf: (reference) => tokenOf(cards.get(reference)?.number ?? ""),
      cryptogramsOf: (reference) => cards.get(reference)?.cryptograms ?? [],
      suspend: (reference) => {
        const card = cards.get(reference)
        if (card !== undefined) card.isSuspended = true
      }
    },
    injections: (reference) => [markOf("number", reference)]
  }
}

/** The number of a card's network token. */
const tokenOf = (number: string): string =>
  `51${number.slice(2, -4)}${[...number.slice(-4)].reverse().join("")}`

const serviceOf = (faults: Faults): VaultService => ({
  breaksDown: (how) => {
    faults.down = how
  },
  holdsAnswer: () => {
    faults.down = "holds"
  },
  refusesToRelay: (status) => {
    faults.relay = status
  },
  losesAnswer: () => {
    faults.relay = "loses"
  },
  clear: () => {
    faults.down = null
    faults.relay = null
  }
})

const modelVault = (cards: Map<string, ModelCard>, faults: Faults): CardVaultPort =>
  defineCardVault({
    store: async ({ scope, ciphertext, fingerprintKey }) => {
      await meet(faults)
      const card = cards.get(ciphertext)
      if (card === undefined || card.wallet !== null) return null
      card.scope ??= scope
      if (card.scope.tenant !== scope.tenant || card.scope.mode !== scope.mode) return null
      return described(ciphertext, card, fingerprintKey)
    },
    decryptedWallets: ["apple_pay", "google_pay"],
    storeWallet: async ({ wallet, payload, fingerprintKey }) => {
      await meet(faults)
      const given: { readonly wallet?: unknown; readonly id?: unknown } = Object(payload)
      const id = String(given.id)
      const card = given.wallet === wallet ? cards.get(id) : undefined
      return card === undefined ? null : described(id, card, fingerprintKey)
    },
    release: ({ vaultReference }) => {
      const card = cards.get(vaultReference)
      if (card === undefined) return
      if (card.wallet === null) card.hasCode = false
      else cards.delete(vaultReference)
    },
    forget: async ({ vaultReference }) => {
      await meet(faults)
      cards.delete(vaultReference)
    }
  })

const meet = async ({ down }: Faults): Promise<void> => {
  if (down === "holds") await new Promise(() => undefined)
  if (down !== null) throw new Error(`The service is down: ${down}.`)
}

const described = (
  vaultReference: string,
  { number, expMonth, expYear }: ModelCard,
  fingerprintKey: Uint8Array
): VaultedCard => ({
  vaultReference,
  brand: "visa",
  last4: number.slice(-4),
  expMonth,
  expYear,
  funding: "credit",
  country: "DE",
  fingerprint: createHmac("sha256", fingerprintKey).update(number).digest("base64url"),
  networkToken: { last4: tokenOf(number).slice(-4), expMonth, expYear: expYear + 2 }
})

/** A card that nobody has stored yet. */
const newCard = (card: TypedCard) => ({
  ...card,
  scope: null,
  isSuspended: false,
  cryptograms: []
})

const markOf = (detail: string, reference: string): string => `~${detail}.${reference}~`

/** Returns the marks of a card's network token, or null if it can't be charged. */
const networkMarks = (
  reference: string,
  { isSuspended, cryptograms }: ModelCard,
  purpose: MarksPurpose["networkToken"]
): NetworkTokenMarks | null => {
  if (isSuspended) return null
  const cryptogram = purpose === "with_cryptogram" ? btoa(randomUUID().slice(0, 15)) : null
  if (cryptogram !== null) cryptograms.push(cryptogram)
  return {
    number: markOf("token", reference),
    expiryMonth: markOf("month", reference),
    expiryYear: markOf("tokenyear", reference),
    cryptogram
  }
}

const notSent = (message: string): Error => Object.assign(new Error(message), { code: "ENOTFOUND" })

const modelRelay = (
  cards: ReadonlyMap<string, ModelCard>,
  faults: Faults,
  host: string
): CardRelay => {
  const requested = new Set<string>()
  const reveal = (text: string): string =>
    text.replaceAll(/~(\w+)\.([0-9a-f-]+)~/g, (mark, detail: string, reference: string) => {
      const card = cards.get(reference)
      if (card === undefined || !requested.has(reference)) return mark
      const month = String(card.expMonth).padStart(2, "0")
      const { number, expYear: year, cvc: code, wallet } = card
      const { cryptogram } = wallet ?? {}
      const network = { token: tokenOf(number), tokenyear: year + 2 }
      return String({ number, month, year, code, cryptogram, ...network }[detail] ?? mark)
    })
  return {
    marksOf: (reference, { networkToken } = {}): CardMarks => {
      const card = cards.get(reference)
      if (card === undefined) throw notSent("There is no such card.")
      requested.add(reference)
      const { wallet } = card
      return {
        number: markOf("number", reference),
        expiryMonth: markOf("month", reference),
        expiryYear: markOf("year", reference),
        securityCode: card.hasCode ? markOf("code", reference) : null,
        holderName: null,
        ...(wallet === null
          ? {}
          : { wallet: { cryptogram: markOf("cryptogram", reference), eci: wallet.eci } }),
        ...(networkToken === undefined
          ? {}
          : { networkToken: networkMarks(reference, card, networkToken) })
      }
    },
    fetch: async (address, init) => {
      const url = new URL(String(address))
      if (url.host !== host || url.protocol !== "http:" || url.username !== "") {
        throw notSent(`${url.host} is not listed.`)
      }
      const { relay: fault } = faults
      if (typeof fault === "number") throw new Error(`The service answered HTTP ${fault}.`)
      const body = reveal(String(init?.body))
      const answer = await fetch(url, { ...init, redirect: "error", body })
      if (fault === "loses") throw new Error("The answer was lost.")
      const text = (await answer.text()).replaceAll(/\d{4}(?: ?\d{4}){2} ?(?=\d{4})/g, "****")
      return new Response(text, { status: answer.status, headers: answer.headers })
    }
  }
}
