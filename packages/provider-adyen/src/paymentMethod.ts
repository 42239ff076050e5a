import type { Types } from "@adyen/api-library"
import type {
  CardMarks,
  CardRelay,
  ChargeRequest,
  ChargeSource,
  HttpFailure,
  MarksPurpose
} from "@payloom/core"
import { fieldsIn, isFields } from "./fields.ts"
import type { Wire } from "./wire.ts"

type CardDetails = Wire<Types.checkout.CardDetails>

/** The methods that need only their name and a return URL. */
type ApmDetails = Wire<
  | Types.checkout.PaymentDetails
  | Types.checkout.IdealDetails
  | Types.checkout.StoredPaymentMethodDetails
  | Types.checkout.TwintDetails
>

/** Alternative payment methods: Adyen's name of each, by the engine's name. */
export type AdyenApms = Readonly<Record<string, NonNullable<ApmDetails["type"]>>>

type WalletDetails = Wire<Types.checkout.ApplePayDetails | Types.checkout.GooglePayDetails>

/** A source in Adyen's form, and the way it is sent. */
export interface ReadSource {
  readonly paymentMethod: CardDetails | WalletDetails | ApmDetails
  /** True if the card was stored, and comes without the security code. */
  readonly isOnFile: boolean
  /** The shopper of a stored payment method, or null for other sources. */
  readonly shopperReference: string | null
  /** The cryptogram of a network token. Absent if no network token is charged with one. */
  readonly cryptogram?: string
  /** The relay's `fetch`, if the relay has to send the request. */
  readonly fetch?: typeof fetch
}

/**
 * Returns the token by which an account charges a stored payment method. It consists of the id of
 * the method and the id of its shopper.
 *
 * @example
 * storedToken("M5N7TQ4TG5PFWR50", "shopper_1") // "M5N7TQ4TG5PFWR50:shopper_1"
 */
export const storedToken = (storedPaymentMethodId: string, shopperReference: string): string =>
  `${storedPaymentMethodId}:${shopperReference}`

/** Parses a token of `storedToken`. Returns null if the text is no such token. */
const readToken = (token: string) => {
  const [, storedPaymentMethodId, shopperReference] = /^([\w-]+):(.{3,256})$/.exec(token) ?? []
  return storedPaymentMethodId === undefined || shopperReference === undefined
    ? null
    : { storedPaymentMethodId, shopperReference }
}

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

/** The wallets. `adyen_card` is Adyen Web's card field for a card that no vault keeps. */
export const adyenWallets = ["apple_pay", "google_pay", "adyen_card"] as const

/**
 * The alternative payment methods that the connector accepts by default. Bancontact shows a code to
 * scan if the payer isn't on a phone, so the page needs a handler of the kind `adyen`.
 */
export const adyenApms: AdyenApms = {
  ideal: "ideal",
  bancontact: "bcmc_mobile",
  trustly: "trustly",
  twint: "twint"
}

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64")

/** Read a payload of the wallet itself, or of Adyen Web. */
const walletMethods: Readonly<
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
  adyen_card: encryptedCardOf
}

/** Returns true if an account can charge the source. */
export const isChargeable = (
  source: ChargeSource,
  relay: CardRelay | undefined,
  apms: AdyenApms
): boolean => {
  switch (source._tag) {
    case "Apm":
      return Object.hasOwn(apms, source.apm)
    case "Wallet":
      return Object.hasOwn(walletMethods, source.wallet)
    case "Vaulted":
      return source.token === undefined
        ? relay !== undefined || source.vaultReference.startsWith("{")
        : readToken(source.token) !== null
  }
}

const refused = (reason: string): HttpFailure => ({
  _tag: "AccountUnavailable",
  reason,
  rawCode: "source"
})

/**
 * Returns a source in Adyen's form. Throws the charge's failure if the source can't be read. A
 * charge that the merchant initiates never has the security code, because schemes forbid keeping it
 * for later charges.
 */
export const readSource = async (
  { source, initiator }: Pick<ChargeRequest, "source" | "initiator">,
  relay: CardRelay | undefined,
  apms: AdyenApms
): Promise<ReadSource> => {
  const plain = { isOnFile: false, shopperReference: null }
  if (source._tag === "Apm") {
    const type = Object.hasOwn(apms, source.apm) ? apms[source.apm] : undefined
    if (type === undefined) throw refused("The connector has no such payment method.")
    return { ...plain, paymentMethod: { type } as ApmDetails }
  }
  if (source._tag === "Wallet") {
    const read = Object.hasOwn(walletMethods, source.wallet) ? walletMethods[source.wallet] : null
    const paymentMethod = read?.(source.payload) ?? null
    if (paymentMethod === null) throw refused("The wallet's payload can't be read.")
    return { ...plain, paymentMethod }
  }
  const { token, vaultReference } = source
  if (token !== undefined) {
    const stored = readToken(token)
    if (stored === null) throw refused("The card's token is not Adyen's.")
    const { storedPaymentMethodId, shopperReference } = stored
    const paymentMethod = { type: "scheme", storedPaymentMethodId } as const
    return { paymentMethod, isOnFile: true, shopperReference }
  }
  const isByMerchant = initiator === "merchant"
  const encrypted = encryptedCardIn(vaultReference)
  if (encrypted !== null) {
    const { encryptedSecurityCode: _, ...codeless } = encrypted
    return isByMerchant
      ? { ...plain, paymentMethod: codeless, isOnFile: true }
      : { ...plain, paymentMethod: encrypted }
  }
  if (relay === undefined) throw refused("Adyen needs a relay for this vault's cards.")
  return source.usesNetworkToken === true
    ? byNetworkToken(relay, vaultReference, isByMerchant)
    : byNumber(relay, vaultReference, isByMerchant)
}

/** Returns a card whose marks stand for its number, and its security code if there is one. */
const byNumber = async (
  relay: CardRelay,
  vaultReference: string,
  isByMerchant: boolean
): Promise<ReadSource> => {
  const marks = await marksOf(relay, vaultReference)
  const { number, expiryMonth, expiryYear, securityCode, holderName } = marks
  const isOnFile = isByMerchant || securityCode === null
  const paymentMethod = {
    type: "scheme",
    number,
    expiryMonth,
    expiryYear,
    ...(isOnFile ? {} : { cvc: securityCode }),
    ...(holderName === null ? {} : { holderName })
  } as const
  return { paymentMethod, isOnFile, shopperReference: null, fetch: relay.fetch }
}

/**
 * Returns a card's network token. A payer who is present pays with a cryptogram, which stands in
 * for the security code.
 */
const byNetworkToken = async (
  relay: CardRelay,
  vaultReference: string,
  isByMerchant: boolean
): Promise<ReadSource> => {
  const networkToken = isByMerchant ? "without_cryptogram" : "with_cryptogram"
  const marks = await marksOf(relay, vaultReference, { networkToken })
  if (marks.networkToken == null) throw refused("The vault has no network token of the card.")
  const { number, expiryMonth, expiryYear, cryptogram } = marks.networkToken
  const { holderName } = marks
  const paymentMethod = {
    type: "networkToken",
    number,
    expiryMonth,
    expiryYear,
    ...(holderName === null ? {} : { holderName })
  } as const
  return {
    paymentMethod,
    isOnFile: cryptogram === null,
    shopperReference: null,
    fetch: relay.fetch,
    ...(cryptogram === null ? {} : { cryptogram })
  }
}

/** Returns the marks of a card. If the vault can't give them, nothing is sent. */
const marksOf = async (
  relay: CardRelay,
  vaultReference: string,
  purpose?: MarksPurpose
): Promise<CardMarks> => {
  try {
    return await relay.marksOf(vaultReference, purpose)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw { _tag: "NotSent", reason: `The vault could not be asked: ${why}` } satisfies HttpFailure
  }
}
