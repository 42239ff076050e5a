import type { Types } from "@adyen/api-library"
import type { ModificationOutcome, ModificationRequest, ProviderCall } from "@payloom/core"
import type { AdyenAccount, AdyenOptions } from "./AdyenOptions.ts"
import type { AdyenServices, Ask } from "./adyenCalls.ts"
import { toAdyen } from "./amounts.ts"
import type { NotifiedItem } from "./notificationItem.ts"
import { splitsOf } from "./splits.ts"

interface Order {
  readonly merchantAccount: string
  readonly reference: string
  readonly amount: ReturnType<typeof toAdyen>
  readonly splits?: Array<Types.checkout.Split>
}

type Modified = Pick<Types.checkout.PaymentCancelResponse, "pspReference">

const modifications = {
  capture: ({ modifications: api }: AdyenServices, of: string, order: Order): Promise<Modified> =>
    api.captureAuthorisedPayment(of, order),
  void: ({ modifications: api }, of, { merchantAccount, reference }): Promise<Modified> =>
    api.cancelAuthorisedPaymentByPspReference(of, { merchantAccount, reference }),
  refund: ({ modifications: api }, of, order): Promise<Modified> =>
    api.refundCapturedPayment(of, order),
  increment: ({ modifications: api }, of, order): Promise<Modified> =>
    api.updateAuthorisedAmount(of, order)
} satisfies Record<string, (api: AdyenServices, of: string, order: Order) => Promise<Modified>>

/**
 * The errors of a request that can never pass: its amount, its currency or its payment is wrong.
 */
const neverPasses: ReadonlySet<unknown> = new Set(["137", "138", "166", "167", "906"])

/**
 * Sends a capture, void, refund or increment. Adyen accepts every order, and reports its outcome by
 * a webhook.
 */
export const modifying =
  (ask: Ask, { accountOf, multipleCaptures = false }: AdyenOptions) =>
  (kind: keyof typeof modifications) =>
  async (request: ModificationRequest, call: ProviderCall): Promise<ModificationOutcome> => {
    const { reference, charge, amount, currency, isFinal = true } = request
    const account = accountOf(charge.mid.credentials)
    const releasesRest = multipleCaptures && kind === "capture" && isFinal
    const order = {
      merchantAccount: account.merchantAccount,
      reference: releasesRest ? `${reference}${finalMark}` : reference,
      amount: toAdyen(amount, currency),
      ...splitsOf(request, charge.reference)
    }
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

/**
 * Follows the reference of a capture after which the rest of the hold is released. Adyen separates
 * the references of one request by a hyphen.
 */
const finalMark = "-final"

const finalCapture = /^capture_([0-9A-Z]{26})-final$/

/** Returns the engine's reference in a reference of Adyen's. */
export const ownReference = (reference: string): string =>
  finalCapture.test(reference) ? reference.slice(0, -finalMark.length) : reference

/**
 * Cancels the rest of a hold after its final capture. With multiple partial captures, Adyen itself
 * releases nothing. The cancel is sent when Adyen reports the capture, because Adyen could carry
 * out an earlier cancel before the capture. Its own webhook changes nothing, because its reference
 * is no reference of the engine's. Throws if the outcome is unknown, so that Adyen repeats the
 * webhook.
 */
export const releasingRest =
  (ask: Ask) =>
  async (account: AdyenAccount, item: NotifiedItem): Promise<void> => {
    const { eventCode, success, originalReference, merchantReference } = item
    const [, id] = finalCapture.exec(merchantReference) ?? []
    if (id === undefined || eventCode !== "CAPTURE" || !success || originalReference === null) {
      return
    }
    const reference = `release_${id}`
    const { merchantAccount } = account
    const call = { account, idempotencyKey: reference, signal: AbortSignal.timeout(releaseMs) }
    try {
      await ask(call, ({ modifications: api }) =>
        api.cancelAuthorisedPaymentByPspReference(originalReference, { merchantAccount, reference })
      )
    } catch (failure) {
      // The capture counts even if the account may not cancel. The hold then expires by itself.
      if (Object(failure)._tag !== "AccountUnavailable") throw new Error(reasonOf(failure))
    }
  }

/** The longest time of a cancel while the webhook waits, in milliseconds. */
const releaseMs = 10_000

const reasonOf = (failure: unknown): string =>
  failure instanceof Error ? failure.message : String(Object(failure).reason)
