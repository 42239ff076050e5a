import type { Types } from "@adyen/api-library"
import type { CardRelay, ChargeSource, HttpFailure } from "@payloom/core"
import { fieldsIn, isFields } from "./fields.ts"
import type { Wire } from "./wire.ts"

/** What a payment is paid by, as Adyen takes it. */
type AdyenPaymentMethod = Wire<Types.checkout.PaymentRequest>["paymentMethod"]

/** What a source is to Adyen, and how it gets there. */
export interface ReadSource {
  readonly paymentMethod: AdyenPaymentMethod
  /** Whose stored payment method it is; null where it is none. */
  readonly shopperReference: string | null
  /** Whether its details are Adyen's to store: they came encrypted for it, or by a wallet. */
  readonly storable: boolean
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

/** A token of `storedToken` read again; null where it is none. */
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
] as const

/** The card fields that Adyen Web encrypted, or what it wraps them in; null where it is neither. */
const encryptedCardOf = (given: unknown): Readonly<Record<string, string>> | null => {
  if (!isFields(given)) return null
  const fields = isFields(given.paymentMethod) ? given.paymentMethod : given
  const card = Object.fromEntries(
    encryptedFields.flatMap((name) => {
      const value = fields[name]
      return typeof value === "string" ? [[name, value] as const] : []
    })
  )
  const isCard = card.encryptedCardNumber !== undefined || card.encryptedCard !== undefined
  return isCard ? { type: "scheme", ...card } : null
}

/** The same, of the text that stands for a card. */
export const encryptedCardIn = (text: string): Readonly<Record<string, string>> | null =>
  encryptedCardOf(fieldsIn(text))

/** The wallets; `adyen_card` is Adyen Web's card field, whose card no vault keeps. */
export const adyenWallets = ["apple_pay", "google_pay", "adyen_card"] as const

/** Alternative payment methods that take no more than an address to come back to. */
export const adyenApms: Readonly<Record<string, string>> = {
  ideal: "ideal",
  bancontact: "bcmc_mobile",
  eps: "eps",
  przelewy24: "onlineBanking_PL",
  trustly: "trustly",
  twint: "twint"
}

const base64 = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64")

/** What the wallet itself handed out, or what Adyen Web made of it. */
const walletMethods: Readonly<Record<string, (payload: unknown) => object | null>> = {
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
  apms: Readonly<Record<string, string>>
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

const refused = (reason: string): HttpFailure => ({ _tag: "Refused", reason, rawCode: "source" })

/** What Adyen is to charge. Throws what the charge comes to where it can't tell. */
export const readSource = async (
  source: ChargeSource,
  relay: CardRelay | undefined,
  apms: Readonly<Record<string, string>>
): Promise<ReadSource> => {
  if (source._tag === "Apm") {
    const type = Object.hasOwn(apms, source.apm) ? apms[source.apm] : undefined
    if (type === undefined) throw refused("The account takes no such payment method.")
    return sent({ type }, { storable: false })
  }
  if (source._tag === "Wallet") {
    const read = Object.hasOwn(walletMethods, source.wallet) ? walletMethods[source.wallet] : null
    const method = read?.(source.payload) ?? null
    if (method === null) throw refused("What the wallet handed out can't be read.")
    return sent(method, { storable: true })
  }
  const { token, vaultReference } = source
  if (token !== undefined) {
    const stored = readToken(token)
    if (stored === null) throw refused("The card's token is none of Adyen's.")
    const { storedPaymentMethodId, shopperReference } = stored
    return sent({ type: "scheme", storedPaymentMethodId }, { storable: false, shopperReference })
  }
  const encrypted = encryptedCardIn(vaultReference)
  if (encrypted !== null) return sent(encrypted, { storable: true })
  if (relay === undefined) throw refused("Adyen can't get the card from its vault.")
  return sent(await markedCard(relay, vaultReference), { storable: false, fetch: relay.fetch })
}

const sent = (
  method: object,
  more: Partial<ReadSource> & Pick<ReadSource, "storable">
): ReadSource => ({
  // Which of sixty models it is only its own `type` says.
  paymentMethod: method as AdyenPaymentMethod,
  shopperReference: null,
  ...more
})

/** Where the vault can't be asked for its marks nothing is sent. */
const markedCard = async (relay: CardRelay, vaultReference: string): Promise<object> => {
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
