import { type CardRelay, type CardVaultPort, defineCardVault } from "@payloom/core"
import { codesInMemory, type SecurityCodes } from "../cards/SecurityCodes.ts"
import type { RelayedVault } from "../RelayedVault.ts"
import { cardsInFlight } from "../relay/cardsInFlight.ts"
import { NotForwarded } from "../relay/NotForwarded.ts"
import { openTunnel } from "../relay/openTunnel.ts"
import { originOf } from "../relay/originOf.ts"
import { relayFetch } from "../relay/relayFetch.ts"
import {
  cardId,
  cardOf,
  cardsApi,
  claimOf,
  codeAlias,
  isFreeFor,
  numberAlias,
  released
} from "./cards.ts"
import type { VgsOptions } from "./VgsOptions.ts"

/**
 * Creates a vault and a relay at VGS. The page creates a card of the Card Management Platform with
 * VGS Collect, and hands in the card's id. `store` writes the tenant and the mode into the card's
 * metadata, and refuses a card of another scope. The relay sends requests with the card's aliases
 * through the outbound proxy.
 *
 * @example
 * ```ts
 * const { vault, relay } = vgs({
 *   vaultId: "tnt…",
 *   clientId: process.env.VGS_CLIENT_ID ?? "",
 *   clientSecret: process.env.VGS_CLIENT_SECRET ?? "",
 *   proxyUsername: process.env.VGS_USERNAME ?? "",
 *   proxyPassword: process.env.VGS_PASSWORD ?? "",
 *   hosts: ["api.stripe.com", "checkout-test.adyen.com"],
 *   ca: readFileSync("vgs-sandbox.pem", "utf8")
 * })
 * ```
 */
export const vgs = (options: VgsOptions): RelayedVault => {
  const codes = options.securityCodes ?? codesInMemory()
  return { vault: vaultOf(options, codes), relay: relayOf(options, codes) }
}

/** The parts of a card's reference. */
interface CardParts {
  readonly id: string
  readonly last4: string
  readonly month: string
  readonly year: string
  readonly alias: string
}

const referenceOf = ({ id, last4, month, year, alias }: CardParts): string =>
  `vgs_${id}_${last4}_${month}_${year}_${alias}`

const partsOf = (vaultReference: string): CardParts | null => {
  const [, id, last4, month, year, alias] =
    /^vgs_(CRD[A-Za-z0-9]+)_(\d{4})_(\d\d)_(\d{4})_(tok_\w+)$/.exec(vaultReference) ?? []
  return id && last4 && month && year && alias ? { id, last4, month, year, alias } : null
}

const vaultOf = (options: VgsOptions, codes: SecurityCodes): CardVaultPort => {
  const cards = cardsApi(options)
  return defineCardVault({
    store: async ({ ciphertext: id, scope, fingerprintKey }, { signal }) => {
      if (!cardId.test(id)) return null
      const found = await cards.read(id, signal)
      const card = found === null || !isFreeFor(found, scope) ? null : cardOf(found, fingerprintKey)
      if (found === null || card === null) return null
      await cards.mark(id, claimOf(scope), signal)
      const { last4, expMonth, expYear } = card
      const month = String(expMonth).padStart(2, "0")
      const alias = numberAlias(found)
      const vaultReference = referenceOf({ id, last4, month, year: String(expYear), alias })
      const code = codeAlias(found)
      if (code !== null) await codes.keep(vaultReference, code)
      return { vaultReference, ...card }
    },
    // VGS itself deletes a code an hour after it was typed in. Its API has no call for that.
    release: async ({ vaultReference }, { signal }) => {
      await codes.forget(vaultReference)
      const { id } = partsOf(vaultReference) ?? {}
      if (id !== undefined) await cards.mark(id, released, signal)
    }
  })
}

const anyAlias = /\btok_[A-Za-z0-9_]+/g

const relayOf = (options: VgsOptions, codes: SecurityCodes): CardRelay => {
  const { vaultId, environment = "sandbox", proxyUsername, proxyPassword, ca } = options
  const cards = cardsInFlight(anyAlias)
  const credentials = Buffer.from(`${proxyUsername}:${proxyPassword}`).toString("base64")
  return {
    marksOf: async (vaultReference) => {
      const parts = partsOf(vaultReference)
      if (parts === null) throw new NotForwarded("The card is in no vault at VGS.")
      const { alias, last4, month, year } = parts
      const securityCode = await codes.find(vaultReference)
      cards.add(alias, last4)
      return {
        number: alias,
        expiryMonth: month,
        expiryYear: year,
        securityCode,
        holderName: null
      }
    },
    fetch: relayFetch({
      service: "VGS",
      hosts: options.hosts,
      cards,
      send: openTunnel({
        service: "VGS",
        proxyUrl: options.proxyUrl ?? `https://${vaultId}.${environment}.verygoodproxy.com:8443`,
        authorization: `Basic ${credentials}`,
        ca
      }),
      originOf: originOf.vgs
    })
  }
}
