import { type CardMarks, type CardVaultPort, type Fields, fieldsIn } from "@payloom/core"
import { expiryOf } from "../cards/describeCard.ts"
import { inside, textIn } from "../service/askService.ts"
import { type EncryptedCard, sealedIn } from "./encryptedCard.ts"

type Payload = Parameters<NonNullable<CardVaultPort["storeWallet"]>>[0]["payload"]

/** A wallet as Evervault's components encrypt it. */
export interface EncryptedWallet extends EncryptedCard {
  /** The encrypted cryptogram of the payment. */
  readonly cryptogram: string
  /** The electronic commerce indicator, in two digits. Null if the wallet gave none. */
  readonly eci: string | null
}

/** The field of a component's data that has the device number. */
const tokenFields: Readonly<Record<string, string>> = {
  apple_pay: "networkToken",
  google_pay: "token"
}

/**
 * Reads the data that a component hands to `process`, or its JSON. Returns null if it is none. A
 * card of Google Pay without a cryptogram has no token.
 */
export const encryptedWalletIn = (wallet: string, payload: Payload): EncryptedWallet | null => {
  const data = fieldsOf(payload)
  const token = inside(data, tokenFields[wallet] ?? "")
  const { month, year } = inside(token, "expiry")
  const expiry = expiryOf(month, year)
  const number = sealedIn(textIn(token, "number"))
  const cryptogram = sealedIn(textIn(data, "cryptogram"))
  if (expiry === null || number === null || cryptogram === null) return null
  const { eci } = data
  const isEci = /^\d{1,2}$/.test(String(eci))
  return {
    number,
    code: null,
    ...expiry,
    cryptogram,
    eci: isEci ? String(eci).padStart(2, "0") : null
  }
}

const fieldsOf = (payload: Payload): Fields =>
  (typeof payload === "string" ? fieldsIn(payload) : null) ?? inside({ payload }, "payload")

/** The mark of a reference that stands for a wallet. The indicator follows it. */
const walletMark = /^evervault_wallet_(\d\d|none)_/

/** Makes the reference of a card that of a wallet. */
export const walletReferenceOf = (cardReference: string, { eci }: EncryptedWallet): string =>
  cardReference.replace(/^evervault_/, `evervault_wallet_${eci ?? "none"}_`)

/**
 * Reads the reference of a wallet. Returns the reference of its device number, and the indicator.
 * Returns null for references of cards.
 */
export const walletIn = (
  vaultReference: string
): { readonly card: string; readonly eci: string | null } | null => {
  const [found, eci] = walletMark.exec(vaultReference) ?? []
  if (found === undefined || eci === undefined) return null
  const card = `evervault_${vaultReference.slice(found.length)}`
  return { card, eci: eci === "none" ? null : eci }
}

/** Adds the authentication of a wallet to the marks of its device number. */
export const withWallet = (
  marks: CardMarks,
  cryptogram: string,
  eci: string | null
): CardMarks => ({
  ...marks,
  securityCode: null,
  wallet: { cryptogram, eci }
})
