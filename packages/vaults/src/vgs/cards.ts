import type { Fields, Scope, VaultedCard } from "@payloom/core"
import { describeCard, scopeName } from "../cards/describeCard.ts"
import { askService, inside, ServiceError, textIn } from "../service/askService.ts"
import { accessTokens } from "./accessTokens.ts"
import type { VgsOptions } from "./VgsOptions.ts"

/** A card of VGS's Card Management Platform: the `data` of an answer. */
export type VgsCard = Fields

/** The calls of the Card Management Platform. */
export interface CardsApi {
  /** Returns a card, or null if there is none. */
  readonly read: (id: string, signal: AbortSignal) => Promise<VgsCard | null>
  /** Adds entries to the metadata of a card. Does nothing if there is no such card. */
  readonly mark: (id: string, meta: Fields, signal: AbortSignal) => Promise<void>
}

/** The ids of cards, as the API's documents have them. */
export const cardId = /^CRD[A-Za-z0-9]{8,40}$/

const urls = { sandbox: "https://sandbox.vgsapi.com", live: "https://vgsapi.com" } as const

/** Creates the calls of a service account. */
export const cardsApi = (options: VgsOptions): CardsApi => {
  const { environment = "sandbox", apiUrl = urls[environment], fetch: send = fetch } = options
  const tokens = accessTokens(options)
  const ask = async (id: string, signal: AbortSignal, patch?: Fields): Promise<VgsCard | null> => {
    const answer = await askService({
      service: "VGS",
      url: `${apiUrl}/cards/${id}`,
      method: patch === undefined ? "GET" : "PATCH",
      headers: {
        authorization: `Bearer ${await tokens.get()}`,
        ...(patch === undefined ? {} : { "content-type": "application/vnd.api+json" })
      },
      ...(patch === undefined ? {} : { body: JSON.stringify(patch) }),
      signal,
      unknownIf: [404],
      fetch: send
    }).catch((failure: unknown) => {
      if (failure instanceof ServiceError && failure.status === 401) tokens.drop()
      throw failure
    })
    return answer === null ? null : withoutNumber(inside(answer, "data"))
  }
  return {
    read: (id, signal) => ask(id, signal),
    mark: async (id, meta, signal) => {
      await ask(id, signal, { data: { attributes: {}, meta } })
    }
  }
}

/** Throws if a card has its number, because the number is then in the memory of this process. */
const withoutNumber = (card: VgsCard): VgsCard => {
  const { pan, cvc } = inside(card, "attributes")
  if (/^\d{12,19}$/.test(String(pan)) || /^\d{3,4}$/.test(String(cvc))) {
    throw new Error(
      "VGS shows card numbers to this service account. Remove its scope cards:read-pci."
    )
  }
  return card
}

const scopeField = "payloom_scope"
const codeField = "payloom_code"

/** The metadata of a card that a scope has stored. */
export const claimOf = (scope: Scope): Fields => ({ [scopeField]: scopeName(scope) })

/** The metadata of a card whose security code must not be sent any more. */
export const released: Fields = { [codeField]: "released" }

/** Returns true if a scope may store a card. */
export const isFreeFor = (card: VgsCard, scope: Scope): boolean => {
  const claimed = textIn(inside(card, "meta"), scopeField)
  return claimed === null || claimed === scopeName(scope)
}

/** An alias that survives JSON and forms, and doesn't look like a card number. */
const alias = /^tok_[A-Za-z0-9_]{6,80}$/

const aliasIn = (card: VgsCard, name: string): string | null => {
  const value = textIn(inside(card, "attributes"), name)
  return value !== null && alias.test(value) ? value : null
}

/** Returns the alias of a card's number. Throws if it has none of the usual format. */
export const numberAlias = (card: VgsCard): string => {
  const found = aliasIn(card, "pan_alias")
  if (found === null) throw new Error("VGS returned no alias of the form tok_… for the card.")
  return found
}

/** Returns the alias of a card's security code, or null if VGS no longer has the code. */
export const codeAlias = (card: VgsCard): string | null => {
  const isActive = inside(card, "attributes").cvc_status === "active"
  const isReleased = textIn(inside(card, "meta"), codeField) !== null
  return isActive && !isReleased ? aliasIn(card, "cvc_alias") : null
}

/** Returns the engine's description of a card, or null if it can't be charged. */
export const cardOf = (
  card: VgsCard,
  fingerprintKey: Uint8Array
): Omit<VaultedCard, "vaultReference"> | null => {
  const attributes = inside(card, "attributes")
  const fingerprint = textIn(attributes, "card_fingerprint")
  if (fingerprint === null) throw new Error("VGS returned no fingerprint of the card.")
  const enriched = inside(inside(attributes, "enriched_attributes"), "card_properties")
  return describeCard(
    {
      last4: attributes.last4,
      expMonth: attributes.exp_month,
      expYear: attributes.exp_year,
      brand: attributes.card_brand,
      funding: attributes.card_type,
      country: enriched.issuer_country,
      fingerprint: `vgs ${fingerprint}`
    },
    fingerprintKey
  )
}
