import type { Types } from "@adyen/api-library"
import type { ChargeRequest, PayerDevice } from "@payloom/core"
import type { AdyenAccount, AdyenOptions } from "./AdyenOptions.ts"
import { billingOf, deliveryOf, namePartsOf } from "./addresses.ts"
import { toAdyen } from "./amounts.ts"
import { lineItemsOf, schemeDataOf } from "./orderData.ts"
import type { ReadSource } from "./paymentMethod.ts"
import { sentMetadata, sentStatement } from "./sentTexts.ts"
import { splitsOf } from "./splits.ts"
import type { Wire } from "./wire.ts"

type Request = Wire<Types.checkout.PaymentRequest>

/** Stands in for the return URL of a charge without a payer, because Adyen requires one. */
const nobodyReturns = "https://merchant.invalid/"

/** Returns a charge as a request of Adyen's. */
export const paymentRequestOf = (
  request: ChargeRequest,
  { paymentMethod, ...source }: ReadSource,
  { merchantAccount }: Pick<AdyenAccount, "merchantAccount">,
  threeDs: NonNullable<AdyenOptions["threeDs"]>
): Request => {
  const { reference, amount, currency, returnUrl, device, metadata } = request
  const statement = sentStatement(request.statementDescriptor)
  return {
    merchantAccount,
    reference,
    amount: toAdyen(amount, currency),
    ...splitsOf(request, reference),
    paymentMethod,
    returnUrl: returnUrl ?? nobodyReturns,
    redirectToIssuerMethod: "GET",
    redirectFromIssuerMethod: "GET",
    channel: "Web",
    ...(returnUrl === null ? {} : { origin: new URL(returnUrl).origin }),
    ...(request.capture && amount > 0n ? { captureDelayHours: 0 } : {}),
    additionalData: additionalDataOf(request),
    authenticationData: authenticationOf(request, threeDs),
    ...agreementOf(request, source),
    ...(source.isStored === true ? { storePaymentMethod: true } : {}),
    ...authenticatedBy(request, source),
    ...(statement === null ? {} : { shopperStatement: statement }),
    ...billingOf(request.billingAddress),
    ...deliveryOf(source.payer?.delivery ?? request.shipping),
    ...payerOf(request, source),
    ...(request.source._tag === "Apm"
      ? lineItemsOf(request.order, currency)
      : schemeDataOf(request, currency)),
    ...deviceOf(device),
    ...metadataOf(metadata)
  }
}

/** Returns the values that have no field of their own. */
const additionalDataOf = (request: ChargeRequest) => {
  const { capture, authorization, agreement, threeDs } = request
  const exemption = threeDs?.exemption ?? request.exemption
  return {
    manualCapture: String(!capture),
    ...(authorization?.incremental === true ? { authorisationType: "PreAuth" } : {}),
    ...(authorization?.partial === true ? { allowPartialAuth: "true" } : {}),
    ...(agreement?.position === "subsequent" && agreement.networkReference !== null
      ? { networkTxReference: agreement.networkReference }
      : {}),
    ...(exemption === undefined ? {} : { scaExemption: exemptions[exemption] })
  }
}

const exemptions = {
  low_value: "lowValue",
  transaction_risk_analysis: "transactionRiskAnalysis",
  trusted_beneficiary: "trustedBeneficiary",
  corporate: "secureCorporate"
} as const

/**
 * Returns the settings of 3-D Secure. Without a payer, and with an exemption, the request forbids
 * asking the payer. An issuer that requires the payer then declines.
 */
const authenticationOf = (
  { returnUrl, threeDs: vouched, exemption }: ChargeRequest,
  threeDs: NonNullable<AdyenOptions["threeDs"]>
): NonNullable<Request["authenticationData"]> => ({
  ...(vouched === null && (returnUrl === null || exemption !== undefined)
    ? { attemptAuthentication: "never" }
    : {}),
  threeDSRequestData: { nativeThreeDS: threeDs === "client_side" ? "preferred" : "disabled" }
})

/** The shortest shopper reference that Adyen accepts. */
const leastShopperLength = 3

/**
 * Returns the kind of the charge for the schemes. Adyen requires `ContAuth` for a charge without a
 * security code, even if the payer is there. With the model of an agreement, `ContAuth` says that
 * no payer can be asked. So if a payer begins an agreement by such a card, the charge is sent as a
 * card on file.
 */
const agreementOf = (
  { type, initiator, agreement, customer, reference }: ChargeRequest,
  { shopperReference, isOnFile }: Pick<ReadSource, "shopperReference" | "isOnFile">
): Partial<Request> => {
  const own = customer !== null && customer.id.length >= leastShopperLength ? customer.id : null
  const isPlain = agreement === null && !isOnFile
  const goesOn = initiator === "merchant" || agreement?.position === "subsequent"
  const isOnlyOnFile = isOnFile && initiator === "customer" && agreement?.position === "first"
  const model = agreement === null || isOnlyOnFile ? "CardOnFile" : models[agreement.usage]
  const shopper = shopperReference ?? own ?? (isPlain ? null : reference)
  return {
    shopperInteraction: type === "moto" ? "Moto" : isOnFile || goesOn ? "ContAuth" : "Ecommerce",
    ...(isPlain ? {} : { recurringProcessingModel: model }),
    ...(shopper === null ? {} : { shopperReference: shopper })
  }
}

const models = {
  recurring: "Subscription",
  installment: "Subscription",
  unscheduled: "UnscheduledCardOnFile"
} as const

/** The indicator of a wallet that has none. Adyen asked other integrators to send it. */
const usualEci = "07"

/**
 * Returns the results of another 3DS server, and the cryptogram of a network token. The server's
 * results are the directory server's and the challenge's. A decrypted wallet has authenticated the
 * payer, so it takes the place of both.
 */
const authenticatedBy = (
  { threeDs }: ChargeRequest,
  { cryptogram, wallet }: Pick<ReadSource, "cryptogram" | "wallet">
): Pick<Request, "mpiData"> => {
  if (wallet !== undefined) {
    const { cryptogram: cavv, eci } = wallet
    const passed = { directoryResponse: "Y", authenticationResponse: "Y" } as const
    return { mpiData: { ...passed, cavv, eci: eci ?? usualEci } }
  }
  const token: Request["mpiData"] =
    cryptogram === undefined ? {} : { tokenAuthenticationVerificationValue: cryptogram }
  if (threeDs === null || threeDs.authenticationValue === null) {
    return cryptogram === undefined ? {} : { mpiData: token }
  }
  const { flow, status, version, eci, authenticationValue, transactionId } = threeDs
  const result = status === "attempted" ? "A" : "Y"
  return {
    mpiData: {
      ...token,
      cavv: authenticationValue,
      threeDSVersion: version,
      ...(eci === null ? {} : { eci }),
      ...(transactionId === null ? {} : { dsTransID: transactionId }),
      ...(flow === "challenge"
        ? { directoryResponse: "C", authenticationResponse: result }
        : { directoryResponse: result })
    }
  }
}

/** Returns the payer: for an alternative method what it needs, otherwise the customer. */
const payerOf = (
  { customer }: ChargeRequest,
  { payer }: Pick<ReadSource, "payer">
): Partial<Request> => {
  const email = payer === undefined ? (customer?.email ?? null) : payer.email
  const shopperName = payer === undefined ? namePartsOf(customer?.name ?? null) : payer.shopperName
  const { phone = null, document = null, country = null } = payer ?? {}
  return {
    ...(email === null ? {} : { shopperEmail: email }),
    ...(shopperName === null ? {} : { shopperName }),
    ...(phone === null ? {} : { telephoneNumber: phone }),
    ...(document === null ? {} : { socialSecurityNumber: document }),
    ...(country === null ? {} : { countryCode: country })
  }
}

/** The color depths that 3-D Secure knows. */
const colorDepths = [48, 32, 30, 24, 16, 15, 8, 4, 1] as const

/**
 * Returns the payer's device. If the browser isn't known in full, Adyen's own page collects the
 * rest.
 */
const deviceOf = (
  device: PayerDevice | null
): Pick<Request, "browserInfo" | "shopperIP" | "shopperLocale"> => {
  if (device === null) return {}
  const { ip, userAgent, acceptHeader, language, screen, utcOffsetMinutes } = device
  const isWhole = userAgent !== null && acceptHeader !== null && language !== null
  return {
    ...(ip === null ? {} : { shopperIP: ip }),
    ...(language === null ? {} : { shopperLocale: language }),
    ...(isWhole && screen !== null && utcOffsetMinutes !== null
      ? {
          browserInfo: {
            userAgent,
            acceptHeader,
            language,
            colorDepth: colorDepths.find((depth) => depth <= screen.colorDepth) ?? 24,
            screenWidth: screen.width,
            screenHeight: screen.height,
            timeZoneOffset: utcOffsetMinutes,
            javaEnabled: false
          }
        }
      : {})
  }
}

const metadataOf = (metadata: ChargeRequest["metadata"]): Pick<Request, "metadata"> => {
  const kept = sentMetadata(metadata)
  return Object.keys(kept).length === 0 ? {} : { metadata: kept }
}
