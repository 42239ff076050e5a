import type {
  ApmSource,
  CardMarks,
  CardRelay,
  ChargeRequest,
  ChargeSource,
  HttpFailure,
  MarksPurpose,
  WalletMarks
} from "@payloom/core"
import { reasonOf } from "@payloom/core"
import { type AdyenApms, type MethodFields, methodOf } from "./adyenMethods.ts"
import { payerFactsOf } from "./payerFacts.ts"
import type { PayerFacts } from "./payerNeeds.ts"
import type { CardDetails, WalletDetails } from "./wallets.ts"
import { encryptedCardIn, walletBrands, walletMethods } from "./wallets.ts"

/** A source in Adyen's form, and the way it is sent. */
export interface ReadSource {
  readonly paymentMethod: CardDetails | WalletDetails | MethodFields
  /** True if the card was stored, and comes without the security code. */
  readonly isOnFile: boolean
  /** The shopper of a stored payment method, or null for other sources. */
  readonly shopperReference: string | null
  /** True if the charge stores the payment method for later charges. Absent if it does not. */
  readonly isStored?: boolean
  /** The facts about the payer of an alternative method. */
  readonly payer?: PayerFacts
  /** The days that the payer of an alternative method has, if it isn't the usual time. */
  readonly payerDays?: number
  /** The cryptogram of a network token. Absent if no network token is charged with one. */
  readonly cryptogram?: string
  /** The authentication by a decrypted wallet. Absent for other sources. */
  readonly wallet?: WalletMarks
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

/** Returns true if an account can charge the source. */
export const isChargeable = (
  source: ChargeSource,
  relay: CardRelay | undefined,
  apms: AdyenApms
): boolean => {
  switch (source._tag) {
    case "Apm":
      return Object.hasOwn(apms, source.apm) && (!source.token || readToken(source.token) !== null)
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

/** Returns a payment method that Adyen stored for a shopper, by its token. */
const readStored = (token: string, type: string): ReadSource => {
  const stored = readToken(token)
  if (stored === null) throw refused("The token of the payment method is not Adyen's.")
  const { storedPaymentMethodId, shopperReference } = stored
  const paymentMethod = { type, storedPaymentMethodId } as ReadSource["paymentMethod"]
  return { paymentMethod, isOnFile: true, shopperReference }
}

/** Returns an alternative method in Adyen's form. */
const readApm = (request: ChargeRequest, source: ApmSource, apms: AdyenApms): ReadSource => {
  const found = methodOf(apms, source.apm)
  if (found === null) throw refused("The connector has no such payment method.")
  const { type, method } = found
  if (source.token !== undefined) return readStored(source.token, type)
  const isStored =
    method.isReusable === true &&
    request.initiator === "customer" &&
    request.agreement?.position === "first"
  const payer = payerFactsOf(request, source, method)
  const paymentMethod = { type, ...method.fields?.(payer) } as MethodFields
  const { payerDays } = method
  return {
    paymentMethod,
    payer,
    ...(isStored ? { isStored } : {}),
    isOnFile: false,
    shopperReference: null,
    ...(payerDays === undefined ? {} : { payerDays })
  }
}

/**
 * Returns a source in Adyen's form. Throws the charge's failure if the source can't be read.
 * Returns null if the vault has no network token of the card any more. A charge that the merchant
 * initiates never has the security code, because schemes forbid keeping it for later charges.
 */
export const readSource = async (
  request: ChargeRequest,
  relay: CardRelay | undefined,
  apms: AdyenApms
): Promise<ReadSource | null> => {
  const { source, initiator } = request
  const plain = { isOnFile: false, shopperReference: null }
  if (source._tag === "Apm") return readApm(request, source, apms)
  if (source._tag === "Wallet") {
    const read = Object.hasOwn(walletMethods, source.wallet) ? walletMethods[source.wallet] : null
    const paymentMethod = read?.(source.payload) ?? null
    if (paymentMethod === null) throw refused("The wallet's payload can't be read.")
    return { ...plain, paymentMethod }
  }
  const { token, vaultReference } = source
  if (token !== undefined) return readStored(token, "scheme")
  const isByMerchant = initiator === "merchant"
  const encrypted = encryptedCardIn(vaultReference)
  if (encrypted !== null) {
    const { encryptedSecurityCode: _, ...codeless } = encrypted
    return isByMerchant
      ? { ...plain, paymentMethod: codeless, isOnFile: true }
      : { ...plain, paymentMethod: encrypted }
  }
  if (relay === undefined) throw refused("Adyen needs a relay for this vault's cards.")
  if (source.wallet !== undefined) return byWallet(relay, vaultReference, source.wallet)
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
): Promise<ReadSource | null> => {
  const networkToken = isByMerchant ? "without_cryptogram" : "with_cryptogram"
  const marks = await marksOf(relay, vaultReference, { networkToken })
  if (marks.networkToken == null) return null
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

/**
 * Returns the device number of a wallet that the vault decrypted. The wallet takes the place of the
 * card's brand.
 */
const byWallet = async (relay: CardRelay, vaultReference: string, name: string) => {
  const { number, expiryMonth, expiryYear, wallet } = await marksOf(relay, vaultReference)
  const brand = walletBrands.get(name)
  if (brand === undefined || wallet === undefined) throw refused("The wallet is not decrypted.")
  const paymentMethod = { type: "scheme", brand, number, expiryMonth, expiryYear } as const
  return { paymentMethod, wallet, isOnFile: false, shopperReference: null, fetch: relay.fetch }
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
    const why = reasonOf(cause)
    throw { _tag: "NotSent", reason: `The vault could not be asked: ${why}` } satisfies HttpFailure
  }
}
