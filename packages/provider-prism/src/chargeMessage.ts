import {
  type ChargeRequest,
  type HttpFailure,
  type ModificationRequest,
  type PayerDevice,
  providerAmount,
  type ThreeDsAuthentication
} from "@payloom/core"
import { type Message, type MessageValue, member, secret } from "./library/PrismLibrary.ts"
import type { Kind } from "./Processor.ts"

const secretOr = (text: string | null): MessageValue => (text === null ? undefined : secret(text))

/** Returns an amount in the library's form: minor units of ISO 4217. */
const moneyMessage = (amount: bigint, currency: string): Message => {
  const counted = providerAmount(amount, currency)
  if (counted !== null && counted <= Number.MAX_SAFE_INTEGER) {
    return { minorAmount: Number(counted), currency: member("Currency", currency) }
  }
  const reason = `The amount ${amount} ${currency} is too large.`
  throw { _tag: "AccountUnavailable", reason, rawCode: "amount" } satisfies HttpFailure
}

/** The facts about a charge that its request doesn't have. */
interface ChargeContext {
  /** True if the payer is sent to the processor's page for 3-D Secure. */
  readonly asks: boolean
  readonly token: string | null
  /** True if the library sends the authentication by the merchant's own 3DS server. */
  readonly passes: boolean
}

/** Returns the fields that every charge has in the library's form, without its source. */
export const chargeMessage = (
  request: ChargeRequest,
  { asks, token, passes }: ChargeContext
): Message => {
  const { reference, amount, currency, capture, customer, description, threeDs, device } = request
  return {
    merchantTransactionId: reference,
    amount: moneyMessage(amount, currency),
    captureMethod: member("CaptureMethod", capture ? "AUTOMATIC" : "MANUAL"),
    customer:
      customer === null
        ? undefined
        : {
            id: customer.id,
            name: customer.name ?? undefined,
            email: secretOr(customer.email)
          },
    address: { billingAddress: addressMessage(request) },
    authType: member("AuthenticationType", asks || passes ? "THREE_DS" : "NO_THREE_DS"),
    authenticationData: passes && threeDs !== null ? authenticationMessage(threeDs) : undefined,
    returnUrl: request.returnUrl ?? undefined,
    description: description ?? undefined,
    browserInfo: device === null ? undefined : deviceMessage(device),
    state: tokenState(token)
  }
}

/** Returns the access token in the library's form. */
const tokenState = (token: string | null): Message | undefined =>
  token === null
    ? undefined
    : { accessToken: { token: secret(token), tokenType: "Bearer", expiresInSeconds: 3600 } }

const addressMessage = ({ billingAddress, customer }: ChargeRequest): Message => {
  const { line1, line2, city, state, postalCode, country } = billingAddress
  const [, first, last] = /^(.+)\s+(\S+)$/.exec(customer?.name?.trim() ?? "") ?? []
  return {
    firstName: secretOr(first ?? null),
    lastName: secretOr(last ?? null),
    line1: secretOr(line1),
    line2: secretOr(line2),
    city: secretOr(city),
    state: secretOr(state),
    zipCode: secretOr(postalCode),
    countryAlpha2Code: country === null ? undefined : member("CountryAlpha2", country),
    email: secretOr(customer?.email ?? null)
  }
}

const authenticationMessage = (threeDs: ThreeDsAuthentication): Message => ({
  eci: threeDs.eci ?? undefined,
  cavv: threeDs.authenticationValue ?? undefined,
  dsTransactionId: threeDs.transactionId ?? undefined,
  threedsServerTransactionId: threeDs.transactionId ?? undefined,
  messageVersion: threeDs.version,
  transStatus: member(
    "TransactionStatus",
    threeDs.status === "attempted"
      ? "TRANSACTION_STATUS_NOT_VERIFIED"
      : "TRANSACTION_STATUS_SUCCESS"
  )
})

const deviceMessage = (device: PayerDevice): Message => ({
  ipAddress: device.ip ?? undefined,
  userAgent: device.userAgent ?? undefined,
  acceptHeader: device.acceptHeader ?? undefined,
  language: device.language ?? undefined,
  colorDepth: device.screen?.colorDepth,
  screenWidth: device.screen?.width,
  screenHeight: device.screen?.height,
  timeZoneOffsetMinutes: device.utcOffsetMinutes ?? undefined,
  javaEnabled: false,
  javaScriptEnabled: true
})

/** Returns a capture, void or refund in the library's form. */
export const modificationMessage = (
  kind: Exclude<Kind, "charge">,
  { reference, charge, amount, currency }: ModificationRequest,
  token: string | null
): Message => {
  const money = moneyMessage(amount, currency)
  const connectorTransactionId = charge.providerReference
  const state = tokenState(token)
  switch (kind) {
    case "capture":
      return { merchantCaptureId: reference, connectorTransactionId, amountToCapture: money, state }
    case "void":
      return { merchantVoidId: reference, connectorTransactionId, amount: money, state }
    case "refund":
      return {
        merchantRefundId: reference,
        connectorTransactionId,
        paymentAmount: Number(amount),
        refundAmount: money,
        captureMethod: member("CaptureMethod", "AUTOMATIC"),
        state
      }
  }
}
