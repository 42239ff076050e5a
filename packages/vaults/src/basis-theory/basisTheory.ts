import {
  type CardMarks,
  type CardRelay,
  type CardVaultPort,
  defineCardVault,
  type VaultedCard
} from "@payloom/core"
import { codesInMemory, type SecurityCodes } from "../cards/SecurityCodes.ts"
import type { RelayedVault } from "../RelayedVault.ts"
import { type CardsInFlight, cardsInFlight } from "../relay/cardsInFlight.ts"
import { NotForwarded } from "../relay/NotForwarded.ts"
import { originOf } from "../relay/originOf.ts"
import { type RelayParts, relayFetch } from "../relay/relayFetch.ts"
import type { BasisTheoryOptions } from "./BasisTheoryOptions.ts"
import {
  anyExpression,
  codeExpression,
  defusedBody,
  expressionsOf,
  tokenId
} from "./expressions.ts"
import { networkTokensApi, type StoredNetworkToken } from "./networkTokens.ts"
import {
  cardOf,
  claimOf,
  isFreeFor,
  isReleased,
  networkTokenOf,
  releasing,
  tokensApi,
  withNetworkToken
} from "./tokens.ts"
import { walletIn, walletsApi } from "./wallets.ts"

/**
 * Creates a vault and a relay at Basis Theory. The page creates a token of the type `card` with
 * Basis Theory's elements, and hands in the token's id. `store` writes the tenant and the mode into
 * the token's metadata, and refuses a token of another scope. The relay sends requests through the
 * ephemeral proxy.
 *
 * @example
 * ```ts
 * const { vault, relay } = basisTheory({
 *   apiKey: process.env.BASIS_THEORY_KEY ?? "",
 *   hosts: ["api.stripe.com", "checkout-test.adyen.com"]
 * })
 * ```
 */
export const basisTheory = (options: BasisTheoryOptions): RelayedVault => {
  const codes = options.securityCodes ?? codesInMemory()
  return { vault: vaultOf(options, codes), relay: relayOf(options, codes) }
}

/** The reference of a card: the token's id and the last four digits, and its network token's. */
const referenceOf = ({ id, last4, network }: ReferenceParts): string =>
  ["bt", id, last4, ...(network === null ? [] : [network.id, network.last4])].join("_")

interface ReferenceParts {
  readonly id: string
  readonly last4: string
  /** The network token, or null if the card has none. */
  readonly network: { readonly id: string; readonly last4: string } | null
}

/** Returns the engine's description of a network token. */
const describedAs = (token: StoredNetworkToken | null): Pick<VaultedCard, "networkToken"> => {
  if (token === null) return {}
  const { last4, expMonth, expYear } = token
  return { networkToken: { last4, expMonth, expYear } }
}

const partsOf = (vaultReference: string): ReferenceParts | null => {
  const [, id = "", last4 = "", networkId, networkLast4 = ""] =
    /^bt_([0-9a-f-]{36})_(\d{4})(?:_([0-9a-f-]{36})_(\d{4}))?$/.exec(vaultReference) ?? []
  if (!tokenId.test(id)) return null
  const network = networkId === undefined ? null : { id: networkId, last4: networkLast4 }
  return { id, last4, network }
}

const vaultOf = (options: BasisTheoryOptions, codes: SecurityCodes): CardVaultPort => {
  const tokens = tokensApi(options)
  const networkTokens = networkTokensApi(options)
  const network = options.networkTokens === true ? networkTokens : null
  const wallets = walletsApi(options)
  const { decryptedWallets } = options
  return defineCardVault({
    store: async ({ ciphertext: id, scope, fingerprintKey }, { signal }) => {
      if (!tokenId.test(id)) return null
      const found = await tokens.read(id, signal)
      if (found === null || !isFreeFor(found, scope)) return null
      const claimed = await tokens.change(id, claimOf(scope), signal)
      const card = claimed === null ? null : cardOf(claimed, fingerprintKey)
      if (card === null) return null
      const known = networkTokenOf(found, id, fingerprintKey)
      const networkToken = (await network?.request(id, known, signal)) ?? null
      if (networkToken !== null && networkToken.id !== known) {
        await tokens.change(id, withNetworkToken(networkToken.id, id, fingerprintKey), signal)
      }
      const vaultReference = referenceOf({ id, last4: card.last4, network: networkToken })
      if (!isReleased(found)) await codes.keep(vaultReference, codeExpression(id))
      return { vaultReference, ...card, ...describedAs(networkToken) }
    },
    ...(decryptedWallets === undefined
      ? {}
      : {
          decryptedWallets,
          storeWallet: ({ wallet, payload, fingerprintKey }, { signal }) =>
            wallets.store(wallet, payload, fingerprintKey, signal)
        }),
    release: async ({ vaultReference }, { signal }) => {
      const wallet = walletIn(vaultReference)
      if (wallet !== null) return wallets.release(wallet, signal)
      await codes.forget(vaultReference)
      const { id } = partsOf(vaultReference) ?? {}
      if (id !== undefined) await tokens.change(id, releasing, signal)
    },
    forget: async ({ vaultReference }, { signal }) => {
      const wallet = walletIn(vaultReference)
      if (wallet !== null) return wallets.release(wallet, signal)
      await codes.forget(vaultReference)
      const { id, network: networkToken } = partsOf(vaultReference) ?? {}
      if (networkToken != null) await networkTokens.delete(networkToken.id, signal)
      if (id !== undefined) await tokens.delete(id, signal)
    }
  })
}

const relayOf = (options: BasisTheoryOptions, codes: SecurityCodes): CardRelay => {
  const cards = cardsInFlight(anyExpression)
  const networkTokens = networkTokensApi(options)
  const wallets = walletsApi(options)
  return {
    marksOf: async (vaultReference, { networkToken: purpose } = {}) => {
      const wallet = walletIn(vaultReference)
      if (wallet !== null) return keepMarks(cards, await wallets.marksOf(wallet), wallet.last4)
      const parts = partsOf(vaultReference)
      if (parts === null) throw new NotForwarded("The card is in no vault at Basis Theory.")
      const { id, last4, network } = parts
      const code = await codes.find(vaultReference)
      const marks = keepMarks(cards, { ...expressionsOf(id), securityCode: code }, last4)
      if (network === null || purpose === undefined) return marks
      const networkToken = await networkTokens.marksOf(network.id, purpose)
      cards.add(networkToken?.number ?? null, network.last4)
      return { ...marks, networkToken }
    },
    fetch: relayFetch({
      service: "Basis Theory",
      hosts: options.hosts,
      cards,
      send: byProxy(options, cards.has),
      originOf: options.proxyKeys === undefined ? originOf.basis_theory : originOf.configured_proxy
    })
  }
}

/** Stores the marks of a card, so that they are recognized in requests. */
const keepMarks = (cards: CardsInFlight, marks: CardMarks, last4: string): CardMarks => {
  for (const mark of [...Object.values(marks), marks.wallet?.cryptogram]) {
    if (typeof mark === "string") cards.add(mark, last4)
  }
  return marks
}

/** Sends requests through the ephemeral proxy, or through the host's pre-configured one. */
const byProxy =
  (
    {
      apiKey,
      proxyKeys = {},
      url: base = "https://api.basistheory.com",
      fetch: send = fetch
    }: BasisTheoryOptions,
    isOwn: (mark: string) => boolean
  ): RelayParts["send"] =>
  ({ url, method, headers: given, body, signal }) => {
    const headers = new Headers(given)
    if (mayHoldExpression(url.href) || [...headers.values()].some(mayHoldExpression)) {
      throw new NotForwarded("The address or a header has an expression of Basis Theory.")
    }
    headers.set("bt-api-key", apiKey)
    const proxyKey = Object.hasOwn(proxyKeys, url.host) ? proxyKeys[url.host] : undefined
    if (proxyKey === undefined) headers.set("bt-proxy-url", url.origin)
    else headers.set("bt-proxy-key", proxyKey)
    const isForm = /x-www-form-urlencoded/i.test(headers.get("content-type") ?? "")
    return send(`${base}/proxy${url.pathname}${url.search}`, {
      method,
      headers,
      body: body === null ? null : defusedBody(body, isForm, isOwn),
      redirect: "error",
      signal
    })
  }

/** Two braces, or a brace and a percent sign, also if they are escaped. */
const mayHoldExpression = (text: string): boolean => /(?:\{|%7b)(?:\{|%7b|%25|%$)/i.test(text)
