import type { Types } from "@adyen/api-library"
import {
  type ChargeOutcome,
  type ChargeRequest,
  definePaymentProvider,
  type PaymentProvider,
  type PaymentProviderDefinition
} from "@payloom/core"
import type { AdyenAccount, AdyenOptions } from "./AdyenOptions.ts"
import { type Ask, accountIn, askingAdyen } from "./adyenCalls.ts"
import { adyenDeclines, declinedUnsent } from "./adyenDeclines.ts"
import { adyenDisputes } from "./adyenDisputes.ts"
import { adyenApms } from "./adyenMethods.ts"
import { modifying, releasingRest } from "./adyenModifications.ts"
import { capabilitiesOf } from "./capabilities.ts"
import { changedDetails } from "./changedDetails.ts"
import { textIn } from "./fields.ts"
import { notifiedItems } from "./notificationItem.ts"
import { notificationsOf } from "./notifications.ts"
import {
  type AdyenAnswer,
  type Asked,
  askedAgain,
  outcomeOf,
  refusedForDetails,
  waitingOf
} from "./outcomes.ts"
import { detailsKey, payerDetails } from "./payerDetails.ts"
import { obstacleToApm } from "./payerFacts.ts"
import { isChargeable, readSource } from "./paymentMethod.ts"
import { paymentRequestOf } from "./paymentRequest.ts"
import { toSdk } from "./wire.ts"

/** The most characters of a return URL. Adyen's API has this limit, and the engine a higher one. */
const mostReturnUrl = 1024

/**
 * Creates a connector to Adyen, which uses the Checkout API and the standard webhook. It sends
 * payments, captures, voids and refunds under the engine's own references. Adyen carries each of
 * them out once, however often it is sent. The webhook settles captures, voids and refunds, so set
 * it up.
 *
 * @example
 * adyen({
 *   accountOf: () => ({ apiKey, merchantAccount: "ShopEU", hmacKeys: [hmacKey] })
 * })
 */
export const adyen = (options: AdyenOptions): PaymentProvider => {
  const { name = "adyen", environment = "test", relay } = options
  const { apms = adyenApms, threeDs = "redirect" } = options
  const ask = askingAdyen(options)
  const accountOf = (credentials: string) => accountIn(options, credentials)

  const modify = modifying(ask, { ...options, accountOf })
  const askedFor = askedWith(options)

  return definePaymentProvider({
    name,
    environment,
    capabilities: capabilitiesOf(options, apms),
    declines: adyenDeclines,
    canCharge: (source) => isChargeable(source, relay, apms),
    changedDetails,

    charge: async (request, call) => {
      const { mid, reference, capture, type } = request
      const account = accountOf(mid.credentials)
      if ((request.returnUrl ?? "").length > mostReturnUrl) {
        return declinedUnsent("return_url_too_long", "The return URL has over 1,024 characters.")
      }
      if (request.source._tag === "Apm" && request.source.token === undefined) {
        const obstacle = obstacleToApm(request, request.source, apms)
        if (obstacle !== null) return obstacle
      }
      const source = await readSource(request, relay, apms)
      if (source === null) return withoutNetworkToken(request)
      const sent = paymentRequestOf(request, source, account, threeDs)
      if (call.isLate()) return { _tag: "NotSent", reason: "The vault answered too late." }
      const { fetch, payerDays } = source
      const answer = await ask(
        { ...call, account, idempotencyKey: reference, ...(fetch && { fetch }) },
        ({ payments }) => payments.payments(toSdk<Types.checkout.PaymentRequest>(sent))
      ).catch((failure) => refusedForDetails(failure, request.isResent))
      const brand = textIn(sent.paymentMethod, "brand")
      const overCapture = request.authorization?.overCapture ?? false
      const as = { capture: capture || type === "verify", brand, overCapture }
      return outcomeOf(answer, askedFor(account, request, as, payerDays))
    },

    resume: async (request, call) => {
      const { mid, reference } = request
      const account = accountOf(mid.credentials)
      const waiting = waitingOf(request)
      const details = payerDetails(request, waiting.paymentData)
      if (details === null) return askedAgain(request)
      const idempotencyKey = detailsKey(reference, details)
      const answer = await ask({ ...call, account, idempotencyKey }, ({ payments }) =>
        payments.paymentsDetails(toSdk<Types.checkout.PaymentDetailsRequest>(details))
      )
      const outcome = outcomeOf(answer, askedFor(account, request, waiting))
      return ofThisPayment(answer, outcome, reference)
    },

    cancel: () => ({ _tag: "NotCanceled", reason: "Adyen itself ends charges that wait." }),

    capture: modify("capture"),
    void: modify("void"),
    refund: modify("refund"),
    increment: modify("increment"),

    ...adyenDisputes(options),

    readNotification: readingNotifications(options, ask)
  })
}

/**
 * Returns the outcome of a charge whose card has no network token any more. The first request of a
 * resent charge may have been made with the token, so a resend decides nothing.
 */
const withoutNetworkToken = ({ isResent }: ChargeRequest): ChargeOutcome => {
  const message = "The vault has no network token of the card that can be charged."
  return isResent === true
    ? { _tag: "Unknown", reason: message }
    : declinedUnsent("no_network_token", message)
}

/**
 * Returns a function that reads webhooks, and releases the rest of a hold after its last capture.
 */
const readingNotifications = (
  { accountOf, environment = "test" }: AdyenOptions,
  ask: Ask
): NonNullable<PaymentProviderDefinition["readNotification"]> => {
  const releaseRest = releasingRest(ask)
  return async (mid, notification, known) => {
    const account = accountOf(mid.credentials)
    const items = notifiedItems(account, environment, notification)
    if (items === null) return null
    const notifications = await Promise.all(
      items.map(async (item) => {
        await releaseRest(account, item)
        return notificationsOf(item, known.attempt)
      })
    )
    return notifications.flat()
  }
}

/** Returns the facts about a charge that reading Adyen's answer needs. */
const askedWith =
  (options: AdyenOptions) =>
  (
    account: AdyenAccount,
    { reference, sendBefore }: Pick<ChargeRequest, "reference" | "sendBefore">,
    as: Pick<Asked, "capture" | "brand" | "overCapture">,
    payerDays?: number
  ): Asked => {
    const { environment = "test", payerMinutes = 30, overCapturePercent = {}, threeDs } = options
    const { clientKey = null, webEnvironment = environment } = account
    const minutes = payerDays === undefined ? payerMinutes : payerDays * 24 * 60
    return {
      ...as,
      overCapturePercent,
      reference,
      expiresAt: sendBefore + minutes * 60_000,
      usesAdyenWeb: threeDs === "client_side",
      clientSide: { clientKey, environment: webEnvironment }
    }
  }

/** Refuses the result of another payment. A browser could hand in the result of a cheaper one. */
const ofThisPayment = (
  { merchantReference }: AdyenAnswer,
  outcome: ChargeOutcome,
  reference: string
): ChargeOutcome => {
  const isDecided = outcome._tag === "Approved" || outcome._tag === "Declined"
  return (merchantReference ?? (isDecided ? null : reference)) === reference
    ? outcome
    : { _tag: "Unknown", reason: "The payer returned the result of another payment." }
}
