import type { Types } from "@adyen/api-library"
import {
  type ChargeOutcome,
  type ChargeRequest,
  definePaymentProvider,
  type ModificationOutcome,
  type ModificationRequest,
  type PaymentProvider,
  type ProviderCall,
  type ProviderCapabilities
} from "@payloom/core"
import type { AdyenAccount, AdyenOptions } from "./AdyenOptions.ts"
import { type AdyenServices, accountIn, askingAdyen } from "./adyenCalls.ts"
import { adyenDeclines } from "./adyenDeclines.ts"
import { adyenDecimals, adyenSteps, toAdyen } from "./amounts.ts"
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
import { changedDetails } from "./sentTexts.ts"
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

  const modify = modifying(ask, accountOf)
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
      const as = { capture: capture || type === "verify", brand }
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

    readNotification: async (mid, notification, known) => {
      const items = notifiedItems(options.accountOf(mid.credentials), environment, notification)
      if (items === null) return null
      const notifications = await Promise.all(
        items.map((item) => notificationsOf(item, known.attempt))
      )
      return notifications.flat()
    }
  })
}

/** Returns the facts about a charge that reading Adyen's answer needs. */
const askedWith =
  ({ environment = "test", payerMinutes = 30 }: AdyenOptions) =>
  (
    { clientKey, webEnvironment = environment }: AdyenAccount,
    { reference, sendBefore }: Pick<ChargeRequest, "reference" | "sendBefore">,
    as: Pick<Asked, "capture" | "brand">
  ): Asked => ({
    ...as,
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

interface Order {
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: ReturnType<typeof toAdyen>
}

type Modified = Pick<Types.checkout.PaymentCancelResponse, "pspReference">

const modifications = {
  capture: ({ modifications: api }: AdyenServices, of: string, order: Order): Promise<Modified> =>
    api.captureAuthorisedPayment(of, order),
  void: ({ modifications: api }, of, { merchantAccount, reference }): Promise<Modified> =>
    api.cancelAuthorisedPaymentByPspReference(of, { merchantAccount, reference }),
  refund: ({ modifications: api }, of, order): Promise<Modified> =>
    api.refundCapturedPayment(of, order)
} satisfies Record<string, (api: AdyenServices, of: string, order: Order) => Promise<Modified>>

/**
 * The errors of a request that can never pass: its amount, its currency or its payment is wrong.
 */
const neverPasses: ReadonlySet<unknown> = new Set(["137", "138", "166", "167", "906"])

/**
 * Sends a capture, void or refund. Adyen accepts every order, and reports its outcome by a webhook.
 */
const modifying =
  (ask: ReturnType<typeof askingAdyen>, accountOf: AdyenOptions["accountOf"]) =>
  (kind: keyof typeof modifications) =>
  async (request: ModificationRequest, call: ProviderCall): Promise<ModificationOutcome> => {
    const { reference, charge, amount, currency } = request
    const account = accountOf(charge.mid.credentials)
    const { merchantAccount } = account
    const order = { merchantAccount, reference, amount: toAdyen(amount, currency) }
    try {
      const answer = await ask({ ...call, account, idempotencyKey: reference }, (services) =>
        modifications[kind](services, charge.providerReference, order)
      )
      return { _tag: "Pending", providerReference: answer.pspReference }
    } catch (failure) {
      const { rawCode } = Object(failure)
      if (neverPasses.has(rawCode)) return { _tag: "Failed", rawCode }
      throw failure
    }
  }

const capabilitiesOf = (
  { relay, holdHours }: AdyenOptions,
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
