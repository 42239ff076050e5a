import type { Types } from "@adyen/api-library"
import {
  type ChargeOutcome,
  type ChargeRequest,
  definePaymentProvider,
  type PaymentProvider,
  type ProviderCapabilities
} from "@payloom/core"
import type { AdyenAccount, AdyenOptions } from "./AdyenOptions.ts"
import { accountIn, askingAdyen } from "./adyenCalls.ts"
import { adyenDeclines } from "./adyenDeclines.ts"
import { modifying, releasingRest } from "./adyenModifications.ts"
import { adyenDecimals, adyenSteps } from "./amounts.ts"
import { changedDetails } from "./changedDetails.ts"
import { notifiedItems } from "./notificationItem.ts"
import { notificationsOf } from "./notifications.ts"
import {
  type AdyenAnswer,
  type Asked,
  askedAgain,
  outcomeOf,
  refusedForDetails,
  textIn,
  waitingOf
} from "./outcomes.ts"
import { detailsKey, payerDetails } from "./payerDetails.ts"
import {
  type AdyenApms,
  adyenApms,
  adyenWallets,
  isChargeable,
  readSource
} from "./paymentMethod.ts"
import { paymentRequestOf } from "./paymentRequest.ts"
import { toSdk } from "./wire.ts"

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
  const releaseRest = releasingRest(ask)
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
      if (request.source._tag === "Apm" && !capture) {
        return {
          _tag: "AccountUnavailable",
          reason: "A bank payment can't be held.",
          rawCode: "capture"
        }
      }
      const source = await readSource(request, relay, apms)
      const sent = paymentRequestOf(request, source, account, threeDs)
      if (call.isLate()) return { _tag: "NotSent", reason: "The vault answered too late." }
      const { fetch } = source
      const answer = await ask(
        { ...call, account, idempotencyKey: reference, ...(fetch && { fetch }) },
        ({ payments }) => payments.payments(toSdk<Types.checkout.PaymentRequest>(sent))
      ).catch((failure) => refusedForDetails(failure, request.isResent))
      const brand = textIn(sent.paymentMethod, "brand")
      const overCapture = request.authorization?.overCapture ?? false
      const as = { capture: capture || type === "verify", brand, overCapture }
      return outcomeOf(answer, askedFor(account, request, as))
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

    readNotification: async (mid, notification, known) => {
      const account = options.accountOf(mid.credentials)
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
  })
}

/** Returns the facts about a charge that reading Adyen's answer needs. */
const askedWith =
  ({ environment = "test", payerMinutes = 30, overCapturePercent = {} }: AdyenOptions) =>
  (
    { clientKey, webEnvironment = environment }: AdyenAccount,
    { reference, sendBefore }: Pick<ChargeRequest, "reference" | "sendBefore">,
    as: Pick<Asked, "capture" | "brand" | "overCapture">
  ): Asked => ({
    ...as,
    overCapturePercent,
    reference,
    expiresAt: sendBefore + payerMinutes * 60_000,
    clientSide: { clientKey: clientKey ?? null, environment: webEnvironment }
  })

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

const capabilitiesOf = (
  { relay, holdHours, multipleCaptures = false }: AdyenOptions,
  apms: AdyenApms
): ProviderCapabilities => ({
  methods: ["card", "wallet", "apm"],
  wallets: adyenWallets,
  apms: Object.keys(apms),
  currencies: Object.keys(adyenDecimals),
  amountStep: adyenSteps,
  refunds: "partial",
  manualCapture: true,
  partialCapture: true,
  multipleCaptures,
  incrementalAuthorization: true,
  partialApproval: true,
  networkTokens: relay !== undefined,
  // Adyen keeps an idempotency key for at least a week.
  dedupesForHours: 7 * 24,
  lookup: false,
  notifications: true,
  settleWindowMinutes: 0,
  // Adyen itself releases a hold after 28 days, long after the schemes have.
  holdHours: holdHours ?? {
    default: 7 * 24,
    discover: 10 * 24,
    diners: 10 * 24,
    cartes_bancaires: 12 * 24
  },
  usesCardRelay: relay !== undefined
})
