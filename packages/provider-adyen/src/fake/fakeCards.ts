import type { Types } from "@adyen/api-library"
import { refusalReasons } from "../adyenDeclines.ts"
import type { Wire } from "../wire.ts"
import { FakeError } from "./FakeError.ts"

/** The issuer's decision about a payment. */
export type Conduct =
  | { readonly _tag: "approves"; readonly share?: "half" }
  /** The card has half of the amount. The issuer refuses, or approves the half on request. */
  | { readonly _tag: "holdsHalf" }
  | { readonly _tag: "refuses"; readonly code: string; readonly raw: string | null }
  /** The issuer requires the payer: by a challenge, or by a fingerprint and then a challenge. */
  | { readonly _tag: "asks"; readonly steps: 1 | 2 }
  /** The issuer decides later. */
  | { readonly _tag: "waits" }

/** The decision about a payment whose request is known. */
export type ActualConduct = Exclude<Conduct, { readonly _tag: "holdsHalf" }>

/** The details of a card, as it was sent or stored. */
export interface FakeCard {
  readonly number: string
  readonly expiryMonth: string
  readonly expiryYear: string
  readonly holderName: string
}

const approves: Conduct = { _tag: "approves" }
const refuses = (code: string, raw: string | null = null): Conduct => ({
  _tag: "refuses",
  code,
  raw
})

/**
 * The behavior of cards by their number. These are some of Adyen's test cards, and the cards of the
 * sandbox's vault for which Adyen has a refusal reason. All other cards are approved.
 */
const byNumber: Readonly<Record<string, Conduct>> = {
  "4212345678910006": { _tag: "asks", steps: 1 },
  "5201281505129736": { _tag: "asks", steps: 2 },
  "4000000002000059": { _tag: "asks", steps: 1 },
  "4000000002000067": refuses("38", "1A : Additional customer authentication required"),
  "4000000000009995": refuses("12", "51 : Insufficient funds"),
  "4000000000000002": refuses("2", "05 : Do not honor"),
  "4100000000000019": refuses("31", "59 : Suspected fraud"),
  "4000000000009987": refuses("5", "41 : Lost card"),
  "4000000000009979": refuses("5", "43 : Stolen card"),
  "4000000000000069": refuses("6", "54 : Expired card"),
  "4000000001000027": refuses("8", "14 : Invalid card number"),
  "4000000000000127": refuses("24", "N7 : Decline for CVV2 failure"),
  "4000000000006975": refuses("28", "61 : Exceeds withdrawal amount limit"),
  "9000000004000081": refuses("8"),
  "4000000001000035": refuses("9", "91 : Issuer unavailable"),
  "4000000000000119": refuses("4", "96 : System malfunction"),
  "4000000002000117": { _tag: "waits" }
}

/** The behavior of cards by the holder's name, if the name is no refusal reason. */
const byName: Readonly<Record<string, Conduct>> = {
  PARTIALLY_APPROVED: { _tag: "approves", share: "half" },
  PREPAID: { _tag: "holdsHalf" },
  PENDING: { _tag: "waits" },
  CHALLENGE: { _tag: "asks", steps: 1 },
  FINGERPRINT: { _tag: "asks", steps: 2 }
}

/**
 * The names by which Adyen's test platform refuses, if they differ from the names of the reasons.
 */
const testNames: Readonly<Record<string, string>> = {
  DECLINED: "2",
  ERROR: "4",
  BLOCK_CARD: "5",
  CARD_EXPIRED: "6",
  NOT_3D_AUTHENTICATED: "11",
  PIN_REQUIRED: "33",
  NO_CHECKING_ACCOUNT: "34",
  NO_SAVINGS_ACCOUNT: "35",
  RREQ_NOT_RECEIVED: "39",
  BAN_CURRENT_AID: "40",
  CVM_REQUIRED: "41",
  THREED_SECURE_ERROR: "42",
  ERPS_BLOCK: "46"
}

const constant = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")

const codeNamed = (name: string): string | null =>
  testNames[name] ?? refusalReasons.find((reason) => constant(reason.name) === name)?.code ?? null

/**
 * Returns a card's behavior. The holder's name decides first, as on Adyen's test platform:
 * `CARD_EXPIRED`, or `DECLINED : 51` with the scheme's response code. Then the refusal code in the
 * request decides, and then the card's number.
 */
export const conductOf = (
  { number, holderName }: FakeCard,
  data: Readonly<Record<string, string>>
): Conduct => {
  const [, name = "", raw] = /^([A-Z0-9_]+)(?:\s*:\s*(\w+))?$/.exec(holderName.trim()) ?? []
  const code = codeNamed(name) ?? data.RequestedTestAcquirerResponseCode ?? null
  if (code !== null) return refuses(code, raw === undefined ? null : `${raw} : ${name}`)
  return byName[name] ?? byNumber[number] ?? approves
}

/** Returns Adyen's name of a card's scheme. */
export const brandOf = (number: string): string => {
  if (/^3[47]/.test(number)) return "amex"
  if (/^(5[1-5]|2[2-7])/.test(number)) return "mc"
  return /^6/.test(number) ? "discover" : "visa"
}

type Method = Wire<Types.checkout.PaymentRequest>["paymentMethod"]

/** Returns the details of the card in a request, or null if the request has no card. */
export const cardIn = (method: Method): FakeCard | null => {
  const fields: Readonly<Record<string, unknown>> = { ...method }
  const text = (name: string): string => String(fields[name] ?? "")
  const holderName = text("holderName")
  if (typeof fields.number === "string") {
    return known({
      number: fields.number,
      expiryMonth: text("expiryMonth"),
      expiryYear: text("expiryYear"),
      holderName
    })
  }
  if (typeof fields.encryptedCardNumber === "string") {
    const code = fields.encryptedSecurityCode
    if (code !== undefined && !/^\d{3,4}$/.test(decrypted(String(code)))) {
      throw new FakeError(422, "103", "CVC is not the right length")
    }
    return known({
      number: decrypted(fields.encryptedCardNumber),
      expiryMonth: decrypted(text("encryptedExpiryMonth")),
      expiryYear: decrypted(text("encryptedExpiryYear")),
      holderName
    })
  }
  const token = text("applePayToken") || text("googlePayToken")
  if (token === "") return null
  const number = /\d{12,19}/.exec(Buffer.from(token, "base64").toString())?.[0]
  return { number: number ?? "4111111111111111", expiryMonth: "03", expiryYear: "2030", holderName }
}

/** Decrypts a field. Adyen's test platform accepts `test_` followed by the plain value. */
const decrypted = (field: string): string => {
  if (!field.startsWith("test_")) throw new FakeError(422, "174", "Unable to decrypt data")
  return field.slice("test_".length)
}

const known = (card: FakeCard): FakeCard => {
  const number = card.number.replaceAll(" ", "")
  if (!/^\d{12,19}$/.test(number)) throw new FakeError(422, "101", "Invalid card number")
  if (!/^(0?[1-9]|1[0-2])$/.test(card.expiryMonth) || !/^\d{2,4}$/.test(card.expiryYear)) {
    throw new FakeError(422, "129", "Expiry Date Invalid")
  }
  return { ...card, number }
}
