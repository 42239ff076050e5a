import { randomBytes, randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { fieldsIn } from "@payloom/core"
import type { WalletCard } from "@payloom/testkit"
import { inside, textIn } from "../service/askService.ts"
import { brandOf, fingerprintOf, issuer } from "./cardFacts.ts"
import type { Reply } from "./forward.ts"
import { problem } from "./problem.ts"

/** A decrypted wallet in the fake's memory. */
export interface FakeWallet {
  readonly id: string
  readonly kind: "apple_pay" | "google_pay"
  readonly data: {
    readonly number: string
    readonly expiration_month: number
    readonly expiration_year: number
  }
  readonly authentication: {
    readonly threeds_cryptogram: string
    /** Without leading zeros. Absent for a wallet that gave none. */
    readonly eci_indicator?: string
  }
  readonly expiresAt: string | null
  readonly registration: string | null
  status: "active" | "deleted"
}

/** The payloads that the fake can decrypt, and the wallets that it decrypted. */
export interface FakeWallets {
  /** The cards in payloads, by the encrypted text. */
  readonly payloads: Map<string, WalletCard & { readonly kind: FakeWallet["kind"] }>
  readonly apple_pay: Map<string, FakeWallet>
  readonly google_pay: Map<string, FakeWallet>
}

/** Creates an empty memory. */
export const fakeWallets = (): FakeWallets => ({
  payloads: new Map(),
  apple_pay: new Map(),
  google_pay: new Map()
})

/** The payload of Apple's `ApplePayPaymentToken`. */
const applePayload = (data: string) => ({
  paymentData: {
    data,
    signature: "c2lnbmF0dXJl",
    header: {
      publicKeyHash: "aGFzaA==",
      ephemeralPublicKey: "a2V5",
      transactionId: "2b3c"
    },
    version: "EC_v1"
  },
  paymentMethod: { displayName: "Visa", network: "Visa", type: "debit" },
  transactionIdentifier: "2b3c"
})

/** The payload of Google's `PaymentData`, whose token is JSON in a text. */
const googlePayload = (encryptedMessage: string) => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  paymentMethodData: {
    type: "CARD",
    description: "Visa",
    tokenizationData: {
      type: "PAYMENT_GATEWAY",
      token: JSON.stringify({
        signature: "c2ln",
        intermediateSigningKey: { signedKey: "{}", signatures: ["c2ln"] },
        protocolVersion: "ECv2",
        signedMessage: JSON.stringify({ encryptedMessage, ephemeralPublicKey: "a2V5", tag: "dA==" })
      })
    }
  }
})

/**
 * Encrypts a payload as a wallet does. A card of Google Pay without a cryptogram counts as one with
 * the method `PAN_ONLY`.
 */
export const encryptFor = ({ payloads }: FakeWallets, wallet: string, card: WalletCard) => {
  if (wallet !== "apple_pay" && wallet !== "google_pay") {
    throw new Error(`The fake has no wallet ${wallet}.`)
  }
  const sealed = randomBytes(96).toString("base64")
  payloads.set(sealed, { ...card, kind: wallet })
  return wallet === "apple_pay" ? applePayload(sealed) : googlePayload(sealed)
}

/** Answers a request for wallets, or returns null for all other requests. */
export const walletReply = (
  wallets: FakeWallets,
  reveals: boolean,
  { url = "", method }: IncomingMessage,
  body: string
): Reply | null => {
  const [, path, id] = /^\/(apple|google)-pay(?:\/([\w-]+))?$/.exec(url) ?? []
  if (path === undefined) return null
  const kind = path === "apple" ? "apple_pay" : "google_pay"
  if (id === undefined) return method === "POST" ? decrypted(wallets, kind, body) : problem(405, "")
  const found = wallets[kind].get(id)
  if (found === undefined || found.status === "deleted") return problem(404, "Not found")
  if (method === "DELETE") {
    found.status = "deleted"
    return [200, { [kind]: { id, status: "deleted" } }]
  }
  return [200, { ...shown(found), ...secrets(found, reveals) }]
}

const decrypted = (wallets: FakeWallets, kind: FakeWallet["kind"], body: string): Reply => {
  const given = fieldsIn(body) ?? {}
  const apple = inside(inside(given, "apple_payment_data"), "paymentData")
  const google = fieldsIn(textIn(inside(given, "google_payment_data"), "signedMessage") ?? "") ?? {}
  const sealed = kind === "apple_pay" ? apple.data : google.encryptedMessage
  const card = wallets.payloads.get(String(sealed))
  if (card === undefined || card.kind !== kind) {
    return problem(422, "The payment token could not be decrypted.")
  }
  const { number, expMonth, expYear, cryptogram, eci } = card
  if (cryptogram === "") {
    return [201, { token_intent: { id: randomUUID(), type: "card", card: cardOf(card) } }]
  }
  const made: FakeWallet = {
    id: randomUUID(),
    kind,
    data: { number, expiration_month: expMonth, expiration_year: expYear },
    authentication: {
      threeds_cryptogram: cryptogram,
      ...(eci === "" ? {} : { eci_indicator: String(Number(eci)) })
    },
    expiresAt: textIn(given, "expires_at"),
    registration: textIn(given, "merchant_registration_id"),
    status: "active"
  }
  wallets[kind].set(made.id, made)
  return [201, { [kind]: shown(made) }]
}

const cardOf = ({ number, expMonth, expYear }: WalletCard): object => ({
  bin: number.slice(0, 6),
  last4: number.slice(-4),
  expiration_month: expMonth,
  expiration_year: expYear,
  brand: brandOf(number),
  funding: issuer.funding,
  issuer_country: { alpha2: issuer.country, name: "Germany", numeric: "276" }
})

const shown = ({ id, kind, data, expiresAt, status }: FakeWallet): object => {
  const { number, expiration_month: expMonth, expiration_year: expYear } = data
  return {
    id,
    ...(kind === "apple_pay" ? { type: "dpan" } : {}),
    tenant_id: "77cb0024-123e-41a8-8ff8-a3d5a0fa8a08",
    status,
    ...(expiresAt === null ? {} : { expires_at: expiresAt }),
    card: cardOf({ number, expMonth, expYear, cryptogram: "", eci: "" }),
    fingerprint: fingerprintOf("basis theory", number)
  }
}

/** The fields that only a look-up has. The number is masked, unless the application may see it. */
const secrets = ({ data, authentication }: FakeWallet, reveals: boolean): object => ({
  data: reveals ? data : { ...data, number: `XXXXXXXXXXXX${data.number.slice(-4)}` },
  authentication
})
