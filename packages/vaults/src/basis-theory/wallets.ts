import {
  type CardMarks,
  type CardVaultPort,
  type Fields,
  fieldsIn,
  type VaultedCard
} from "@payloom/core"
import { describeCard } from "../cards/describeCard.ts"
import { NotForwarded } from "../relay/NotForwarded.ts"
import { askService, inside, textIn } from "../service/askService.ts"
import type { BasisTheoryOptions, BasisTheoryWallet } from "./BasisTheoryOptions.ts"
import { cryptogramOf, expressionsOf, tokenId } from "./expressions.ts"
import { withoutNumber } from "./tokens.ts"

/** A decrypted wallet in a vault reference. */
export interface WalletReference {
  readonly kind: BasisTheoryWallet
  readonly id: string
  readonly last4: string
}

type Payload = Parameters<NonNullable<CardVaultPort["storeWallet"]>>[0]["payload"]

/** The calls of Basis Theory's API for wallets. */
export interface WalletsApi {
  /** Decrypts and stores a payload. Returns null if it can't be decrypted. */
  readonly store: (
    wallet: string,
    payload: Payload,
    fingerprintKey: Uint8Array,
    signal: AbortSignal
  ) => Promise<VaultedCard | null>
  /** Returns the marks of a stored wallet. Throws if it is gone. */
  readonly marksOf: (wallet: WalletReference) => Promise<CardMarks>
  /** Deletes a stored wallet. */
  readonly release: (wallet: WalletReference, signal: AbortSignal) => Promise<void>
}

const kinds = ["apple_pay", "google_pay"] as const satisfies ReadonlyArray<BasisTheoryWallet>

/** Reads the reference of a wallet. Returns null for references of cards. */
export const walletIn = (vaultReference: string): WalletReference | null => {
  const [, name, id = "", last4 = ""] =
    /^bt_([a-z_]+)_([0-9a-f-]{36})_(\d{4})$/.exec(vaultReference) ?? []
  const kind = kinds.find((one) => one === name)
  return kind === undefined || !tokenId.test(id) ? null : { kind, id, last4 }
}

const referenceOf = ({ kind, id, last4 }: WalletReference): string => `bt_${kind}_${id}_${last4}`

/** The longest time that a charge waits for its marks, in milliseconds. */
const marksMs = 10_000

/**
 * The time after which Basis Theory deletes a wallet that nobody released, in milliseconds. A
 * charge is sent within minutes, and again within a day if its outcome is unknown.
 */
const lifeMs = 24 * 60 * 60_000

/** Creates the calls of an application. */
export const walletsApi = ({
  apiKey,
  merchantRegistrations = {},
  url = "https://api.basistheory.com",
  fetch: send = fetch
}: BasisTheoryOptions): WalletsApi => {
  const ask = (
    method: "GET" | "POST" | "DELETE",
    kind: BasisTheoryWallet,
    path: string,
    signal: AbortSignal,
    body?: object
  ) =>
    askService({
      service: "Basis Theory",
      url: `${url}/${kind.replace("_", "-")}${path}`,
      method,
      headers: { "bt-api-key": apiKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
      unknownIf: method === "POST" ? [400, 422] : [404],
      fetch: send
    })
  return {
    store: async (wallet, payload, fingerprintKey, signal) => {
      const kind = kinds.find((one) => one === wallet)
      const data = kind === undefined ? null : readPayload[kind](payload)
      if (kind === undefined || data === null) return null
      const registration = merchantRegistrations[kind]
      const answer = await ask("POST", kind, "", signal, {
        [kind === "apple_pay" ? "apple_payment_data" : "google_payment_data"]: data,
        expires_at: new Date(Date.now() + lifeMs).toISOString(),
        ...(registration === undefined ? {} : { merchant_registration_id: registration })
      })
      // Google Pay's cards without a cryptogram become a token intent. They need 3-D Secure.
      if (answer === null || "token_intent" in answer) return null
      return cardOf(kind, inside(answer, kind), fingerprintKey)
    },
    marksOf: async ({ kind, id }) => {
      const found = await ask("GET", kind, `/${id}`, AbortSignal.timeout(marksMs))
      if (found === null || found.status !== "active") {
        throw new NotForwarded("Basis Theory doesn't have the decrypted wallet any more.")
      }
      const { eci_indicator: eci } = inside(withoutNumber(found, hint), "authentication")
      return {
        ...expressionsOf(id, kind),
        securityCode: null,
        wallet: {
          cryptogram: cryptogramOf(kind, id),
          eci: /^\d{1,2}$/.test(String(eci)) ? String(eci).padStart(2, "0") : null
        }
      }
    },
    release: async ({ kind, id }, signal) => {
      await ask("DELETE", kind, `/${id}`, signal)
    }
  }
}

const hint = "Take the permissions apple-pay:reveal and google-pay:reveal away from it."

/** Returns the engine's description of a decrypted wallet. */
const cardOf = (
  kind: BasisTheoryWallet,
  stored: Fields,
  fingerprintKey: Uint8Array
): VaultedCard => {
  withoutNumber(stored, hint)
  const id = textIn(stored, "id") ?? ""
  const card = inside(stored, "card")
  const described = describeCard(
    {
      last4: card.last4,
      expMonth: card.expiration_month,
      expYear: card.expiration_year,
      brand: card.brand,
      funding: card.funding,
      country: inside(card, "issuer_country").alpha2 ?? inside(card, "issuer").country,
      // A wallet without a fingerprint counts as a card of its own.
      fingerprint: `basis_theory ${textIn(stored, "fingerprint") ?? id}`
    },
    fingerprintKey
  )
  if (described === null || !tokenId.test(id)) {
    throw new Error("Basis Theory described no card of the decrypted wallet.")
  }
  return { vaultReference: referenceOf({ kind, id, last4: described.last4 }), ...described }
}

/** Returns the fields of a payload that may be an object or its JSON. */
const fieldsOf = (payload: unknown): Fields =>
  (typeof payload === "string" ? fieldsIn(payload) : null) ?? inside({ payload }, "payload")

/** Return the token of a payload for Basis Theory, or null if the payload has none. */
const readPayload: Readonly<Record<BasisTheoryWallet, (payload: Payload) => Fields | null>> = {
  // The token of an `ApplePayPayment`, or the payment itself.
  apple_pay: (payload) => {
    const given = fieldsOf(payload)
    const token = "token" in given ? inside(given, "token") : given
    return textIn(inside(token, "paymentData"), "data") === null ? null : token
  },
  // The token of a `PaymentData`, or the data itself.
  google_pay: (payload) => {
    const given = fieldsOf(payload)
    const data = inside(inside(given, "paymentMethodData"), "tokenizationData")
    const token = fieldsOf(data.token ?? given.googlePayToken ?? given)
    return textIn(token, "signedMessage") === null ? null : token
  }
}
