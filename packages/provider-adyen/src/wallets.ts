import type { Types } from "@adyen/api-library"
import { fieldsIn, isFields, type MethodCapabilities } from "@payloom/core"
import { onlyMethod } from "./methodCapabilities.ts"
import type { Wire } from "./wire.ts"

/** A card in a request. */
export type CardDetails = Wire<Types.checkout.CardDetails>

/** The payload of a wallet in a request. */
export type WalletDetails = Wire<
  | Types.checkout.ApplePayDetails
  | Types.checkout.GooglePayDetails
  | Types.checkout.CashAppDetails
  | Types.checkout.AmazonPayDetails
>

/** The fields that Adyen Web's card field hands out. A plain card number is not among them. */
const encryptedFields = [
  "encryptedCard",
  "encryptedCardNumber",
  "encryptedExpiryMonth",
  "encryptedExpiryYear",
  "encryptedSecurityCode",
  "holderName",
  "brand",
  "fundingSource",
  "checkoutAttemptId",
  "sdkData"
] as const satisfies ReadonlyArray<keyof CardDetails>

/**
 * Returns the card fields that Adyen Web encrypted. They may be wrapped in a `paymentMethod`.
 * Returns null if there are none.
 */
const encryptedCardOf = (given: unknown): CardDetails | null => {
  if (!isFields(given)) return null
  const fields = isFields(given.paymentMethod) ? given.paymentMethod : given
  const texts = encryptedFields.flatMap((name) => {
    const value = fields[name]
    return typeof value === "string" ? [[name, value] as const] : []
  })
  const card: CardDetails = { type: "scheme", ...Object.fromEntries(texts) }
  const isCard = card.encryptedCardNumber !== undefined || card.encryptedCard !== undefined
  return isCard ? card : null
}

/** Returns the encrypted card fields in the JSON of a text, or null if there are none. */
export const encryptedCardIn = (text: string): CardDetails | null => encryptedCardOf(fieldsIn(text))

/**
 * The wallets that the connector accepts by default. `adyen_card` is Adyen Web's card field for a
 * card that no vault keeps.
 */
const adyenWallets = ["apple_pay", "google_pay", "adyen_card"] as const

/** A wallet that the connector knows. */
export type AdyenWallet = (typeof adyenWallets)[number] | "cash_app" | "amazon_pay"

/** Adyen's brands of wallets that a vault decrypted. */
export const walletBrands = new Map(
  Object.entries({ apple_pay: "applepay", google_pay: "googlepay" })
)

/** The capabilities of wallets that differ from those of cards. */
const byWallet: Partial<Record<AdyenWallet, MethodCapabilities>> = {
  cash_app: { ...onlyMethod, currencies: ["USD"], manualCapture: true, partialCapture: true },
  amazon_pay: onlyMethod
}

/** Returns the wallets of a connector, and their capabilities that differ from those of cards. */
export const capabilitiesOfWallets = (wallets: ReadonlyArray<AdyenWallet> = adyenWallets) => ({
  wallets,
  byMethod: Object.fromEntries(
    wallets.flatMap((wallet) => {
      const own = byWallet[wallet]
      return own === undefined ? [] : [[wallet, own]]
    })
  )
})

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64")

const cashAppFields = ["grantId", "customerId", "cashtag", "requestId", "onFileGrantId"] as const

/**
 * Returns the fields of a component of Adyen Web. They may be wrapped in a `paymentMethod`. Returns
 * null if none of the needed fields is among them.
 */
const componentOf = (
  payload: unknown,
  type: "cashapp" | "amazonpay",
  names: ReadonlyArray<string>,
  ...needed: ReadonlyArray<string>
): WalletDetails | null => {
  if (!isFields(payload)) return null
  const fields = isFields(payload.paymentMethod) ? payload.paymentMethod : payload
  const texts = names.flatMap((name) => {
    const value = fields[name]
    return typeof value === "string" ? [[name, value] as const] : []
  })
  const isWhole = texts.some(([name]) => needed.includes(name))
  return isWhole ? ({ type, ...Object.fromEntries(texts) } as WalletDetails) : null
}

/** Read a payload of the wallet itself, or of Adyen Web. They return null for other payloads. */
export const walletMethods: Readonly<
  Record<string, (payload: unknown) => CardDetails | WalletDetails | null>
> = {
  apple_pay: (payload) => {
    if (!isFields(payload)) return null
    const { applePayToken, token, paymentData } = payload
    if (typeof applePayToken === "string") return { type: "applepay", applePayToken }
    const data = isFields(token) ? token.paymentData : paymentData
    return data === undefined ? null : { type: "applepay", applePayToken: base64(data) }
  },
  google_pay: (payload) => {
    if (!isFields(payload)) return null
    const { googlePayToken, paymentMethodData } = payload
    const data = isFields(paymentMethodData) ? paymentMethodData.tokenizationData : undefined
    const token = typeof googlePayToken === "string" ? googlePayToken : isFields(data) && data.token
    return typeof token === "string" ? { type: "googlepay", googlePayToken: token } : null
  },
  adyen_card: encryptedCardOf,
  cash_app: (payload) => componentOf(payload, "cashapp", cashAppFields, "grantId"),
  amazon_pay: (payload) => {
    const fields = ["amazonPayToken", "checkoutSessionId"] as const
    return componentOf(payload, "amazonpay", fields, ...fields)
  }
}
