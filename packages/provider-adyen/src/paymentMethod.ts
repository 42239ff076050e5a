import type { Types } from "@adyen/api-library"
import type { CardRelay, ChargeRequest, ChargeSource, HttpFailure } from "@payloom/core"
import { fieldsIn, isFields } from "./fields.ts"
import type { Wire } from "./wire.ts"

type CardDetails = Wire<Types.checkout.CardDetails>

/** The methods that take no more than their name, and an address to come back to. */
type ApmDetails = Wire<
  | Types.checkout.PaymentDetails
  | Types.checkout.IdealDetails
  | Types.checkout.StoredPaymentMethodDetails
  | Types.checkout.TwintDetails
>

/** Alternative payment methods, by our name of them: what Adyen calls each. */
export type AdyenApms = Readonly<Record<string, NonNullable<ApmDetails["type"]>>>

type WalletDetails = Wire<Types.checkout.ApplePayDetails | Types.checkout.GooglePayDetails>

/** What a source is to Adyen, and how it gets there. */
export interface ReadSource {
  readonly paymentMethod: CardDetails | WalletDetails | ApmDetails
  /** Whether its card was kept, and comes without the security code. */
  readonly isOnFile: boolean
  /** Whose stored payment method it is, or null where it is none. */
  readonly shopperReference: string | null
  /** The relay, where it has to send the request. */
  readonly fetch?: typeof fetch
}

/**
 * A stored payment method as a card's token at an account: it takes the id of the method and that
 * of the shopper to charge one.
 *
 * @example
 * storedToken("M5N7TQ4TG5PFWR50", "shopper_1") // "M5N7TQ4TG5PFWR50:shopper_1"
 */
export const storedToken = (storedPaymentMethodId: string, shopperReference: string): string =>
  `${storedPaymentMethodId}:${shopperReference}`

/** A token of `storedToken` read again, or null where it is none. */
const readToken = (token: string) => {
  const [, storedPaymentMethodId, shopperReference] = /^([\w-]+):(.{3,256})$/.exec(token) ?? []
  return storedPaymentMethodId === undefined || shopperReference === undefined
    ? null
    : { storedPaymentMethodId, shopperReference }
}

/** What Adyen Web's card field hands out; a bare number is none of it. */
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

/** The card fields that Adyen Web encrypted, or what it wraps them in, or null where it is neither. */
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

/** The same, of the text that stands for a card. */
export const encryptedCardIn = (text: string): CardDetails | null => encryptedCardOf(fieldsIn(text))

/** The wallets; `adyen_card` is Adyen Web's card field, whose card no vault keeps. */
export const adyenWallets = ["apple_pay", "google_pay", "adyen_card"] as const

/**
 * The alternative payment methods that are taken unless told. Bancontact's shows a code to scan
 * where the payer isn't on a telephone: the page needs a handler of the kind `adyen`.
 */
export const adyenApms: AdyenApms = {
  ideal: "ideal",
  bancontact: "bcmc_mobile",
  trustly: "trustly",
  twint: "twint"
}

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64")

/** What the wallet itself handed out, or what Adyen Web made of it. */
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

/** Whether an account can be charged by a source. */
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
 * What Adyen is to charge. Throws what the charge comes to where it can't tell. A charge that the
 * merchant initiates never has the security code: schemes let nobody keep it for later charges.
 */
export const readSource = async (
  { source, initiator }: Pick<ChargeRequest, "source" | "initiator">,
  relay: CardRelay | undefined,
  apms: AdyenApms
): Promise<ReadSource> => {
  const plain = { isOnFile: false, shopperReference: null }
  if (source._tag === "Apm") {
    const type = Object.hasOwn(apms, source.apm) ? apms[source.apm] : undefined
    if (type === undefined) throw refused("The account takes no such payment method.")
    return { ...plain, paymentMethod: { type } as ApmDetails }
  }
  if (source._tag === "Wallet") {
    const read = Object.hasOwn(walletMethods, source.wallet) ? walletMethods[source.wallet] : null
    const paymentMethod = read?.(source.payload) ?? null
    if (paymentMethod === null) throw refused("What the wallet handed out can't be read.")
    return { ...plain, paymentMethod }
  }
  const { token, vaultReference } = source
  if (token !== undefined) {
    const stored = readToken(token)
    if (stored === null) throw refused("The card's token is none of Adyen's.")
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
  if (relay === undefined) throw refused("Adyen can't get the card from its vault.")
  const { cvc, ...card } = await markedCard(relay, vaultReference)
  const isOnFile = isByMerchant || cvc === undefined
  const paymentMethod = isOnFile ? card : { ...card, cvc }
  return { ...plain, paymentMethod, isOnFile, fetch: relay.fetch }
}

/** Where the vault can't be asked for its marks nothing is sent. */
const markedCard = async (relay: CardRelay, vaultReference: string): Promise<CardDetails> => {
  const marks = await Promise.resolve(relay.marksOf(vaultReference)).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw { _tag: "NotSent", reason: `The vault could not be asked: ${why}` } satisfies HttpFailure
  })
  const { number, expiryMonth, expiryYear, securityCode, holderName } = marks
  return {
    type: "scheme",
    number,
    expiryMonth,
    expiryYear,
    ...(securityCode === null ? {} : { cvc: securityCode }),
    ...(holderName === null ? {} : { holderName })
  }
}
