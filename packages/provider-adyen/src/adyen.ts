import type { Types } from "@adyen/api-library"
import {
  type ChargeOutcome,
  definePaymentProvider,
  type MidAccount,
  type ModificationOutcome,
  type ModificationRequest,
  type PaymentProvider,
  type ProviderCall,
  type ProviderCapabilities
} from "@payloom/core"
import type { AdyenOptions } from "./AdyenOptions.ts"
import { type AdyenServices, askingAdyen } from "./adyenCalls.ts"
import { adyenDeclines } from "./adyenDeclines.ts"
import { adyenDecimals, adyenSteps, toAdyen } from "./amounts.ts"
import { notifiedItems } from "./notificationItem.ts"
import { noticesOf } from "./notifications.ts"
import { type AdyenAnswer, type Asked, askedAgain, outcomeOf, waitingOf } from "./outcomes.ts"
import { detailsKey, payerDetails } from "./payerDetails.ts"
import { adyenApms, adyenWallets, isChargeable, readSource } from "./paymentMethod.ts"
import { paymentRequestOf } from "./paymentRequest.ts"

/**
 * A connector to Adyen, by its Checkout API and its standard webhook. Payments, captures, voids and
 * refunds go out under the engine's own references, and each is carried out once however often it
 * is sent. Captures, voids and refunds are settled by the webhook, so it has to be set up.
 *
 * @example
 * adyen({
 *   accountOf: () => ({ apiKey, merchantAccount: "ShopEU", hmacKeys: [hmacKey] })
 * })
 */
export const adyen = (options: AdyenOptions): PaymentProvider => {
  const { name = "adyen", environment = "test", accountOf, relay } = options
  const { apms = adyenApms, threeDs = "redirect", payerMinutes = 30 } = options
  const ask = askingAdyen(options)

  const askedFor = (
    mid: MidAccount,
    request: { readonly reference: string; readonly sendBefore: number },
    capture: boolean
  ): Asked => ({
    reference: request.reference,
    capture,
    expiresAt: request.sendBefore + payerMinutes * 60_000,
    clientSide: { clientKey: accountOf(mid.credentials).clientKey ?? null, environment }
  })

  const modify = modifying(ask, accountOf)

  return definePaymentProvider({
    name,
    environment,
    capabilities: capabilitiesOf(options, apms),
    declines: adyenDeclines,
    canCharge: (source) => isChargeable(source, relay, apms),

    charge: async (request, call) => {
      const { mid, reference } = request
      if (request.source._tag === "Apm" && !request.capture) {
        return { _tag: "Refused", reason: "A bank's payment can't be held.", rawCode: "capture" }
      }
      const source = await readSource(request.source, relay, apms)
      const account = accountOf(mid.credentials)
      const sent = paymentRequestOf(
        request,
        source,
        account,
        threeDs
      ) as unknown as Types.checkout.PaymentRequest
      if (call.isLate()) return { _tag: "NotSent", reason: "The vault's answer came too late." }
      const answer = await ask(
        { ...callOf(mid, reference, call), ...(source.fetch && { fetch: source.fetch }) },
        ({ payments }) => payments.payments(sent)
      )
      return outcomeOf(answer, askedFor(mid, request, request.capture || request.type === "verify"))
    },

    resume: async (request, call) => {
      const { mid, reference } = request
      const { capture, paymentData } = waitingOf(request)
      const details = payerDetails(request, paymentData)
      if (details === null) return askedAgain(request)
      const answer = await ask(callOf(mid, detailsKey(reference, details), call), ({ payments }) =>
        payments.paymentsDetails(details as Types.checkout.PaymentDetailsRequest)
      )
      return ofThisPayment(answer, outcomeOf(answer, askedFor(mid, request, capture)), reference)
    },

    cancel: () => ({ _tag: "NotCanceled", reason: "Adyen ends what waits for a payer by itself." }),

    capture: modify("capture"),
    void: modify("void"),
    refund: modify("refund"),

    readNotification: async (mid, notification, known) => {
      const items = notifiedItems(accountOf(mid.credentials), environment, notification)
      if (items === null) return null
      const notices = await Promise.all(items.map((item) => noticesOf(item, known.attempt)))
      return notices.flat()
    }
  })
}

/** What one call is about, with its reference as the key that Adyen knows it again by. */
const callOf = ({ credentials }: MidAccount, idempotencyKey: string, { signal }: ProviderCall) => ({
  credentials,
  idempotencyKey,
  signal
})

/** What a browser handed in may be of another payment, and a cheaper one. */
const ofThisPayment = (
  { merchantReference }: AdyenAnswer,
  outcome: ChargeOutcome,
  reference: string
): ChargeOutcome => {
  const isDecided = outcome._tag === "Approved" || outcome._tag === "Declined"
  return (merchantReference ?? (isDecided ? null : reference)) === reference
    ? outcome
    : { _tag: "Unknown", reason: "What the payer brought is not of this payment." }
}

interface Order {
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: ReturnType<typeof toAdyen>
}

type Modified =
  | Types.checkout.PaymentCaptureResponse
  | Types.checkout.PaymentCancelResponse
  | Types.checkout.PaymentRefundResponse

const modifications = {
  capture: ({ modifications: api }: AdyenServices, of: string, order: Order): Promise<Modified> =>
    api.captureAuthorisedPayment(of, order),
  void: ({ modifications: api }, of, { merchantAccount, reference }): Promise<Modified> =>
    api.cancelAuthorisedPaymentByPspReference(of, { merchantAccount, reference }),
  refund: ({ modifications: api }, of, order): Promise<Modified> =>
    api.refundCapturedPayment(of, order)
} satisfies Record<string, (api: AdyenServices, of: string, order: Order) => Promise<Modified>>

/** Errors of a request that can't pass at any time: its amount, its currency, what it is of. */
const neverPasses: ReadonlySet<unknown> = new Set(["100", "107", "137", "138", "139", "167"])

/** Adyen takes every order, and tells by a webhook what became of it. */
const modifying =
  (ask: ReturnType<typeof askingAdyen>, accountOf: AdyenOptions["accountOf"]) =>
  (kind: keyof typeof modifications) =>
  async (request: ModificationRequest, call: ProviderCall): Promise<ModificationOutcome> => {
    const { reference, charge, amount, currency } = request
    const { merchantAccount } = accountOf(charge.mid.credentials)
    const order = { merchantAccount, reference, amount: toAdyen(amount, currency) }
    try {
      const answer = await ask(callOf(charge.mid, reference, call), (services) =>
        modifications[kind](services, charge.providerReference, order)
      )
      return { _tag: "Pending", providerReference: answer.pspReference }
    } catch (failure) {
      const { rawCode } = Object(failure)
      if (neverPasses.has(rawCode)) return { _tag: "Failed", rawCode }
      throw failure
    }
  }

const schemeHours = 7 * 24

const capabilitiesOf = (
  { relay, holdHours }: AdyenOptions,
  apms: Readonly<Record<string, string>>
): ProviderCapabilities => ({
  methods: ["card", "wallet", "apm"],
  wallets: adyenWallets,
  apms: Object.keys(apms),
  currencies: Object.keys(adyenDecimals),
  amountStep: adyenSteps,
  refunds: "partial",
  manualCapture: true,
  partialCapture: true,
  // Adyen keeps an idempotency key for a week at least.
  dedupesForHours: 7 * 24,
  lookup: false,
  notifications: true,
  settleWindowMinutes: 0,
  // Adyen itself gives up after 28 days, long after the schemes have.
  holdHours: holdHours ?? {
    default: schemeHours,
    discover: 10 * 24,
    diners: 10 * 24,
    cartes_bancaires: 12 * 24
  },
  usesCardRelay: relay !== undefined
})
