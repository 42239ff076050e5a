import type { ChargeOutcome, PaymentProviderDefinition } from "@payloom/core"
import { checkParams, paymentParams } from "./chargeParams.ts"
import { missingFact } from "./payerFacts.ts"
import type { StripeOptions } from "./StripeOptions.ts"
import { splitParams } from "./splitParams.ts"
import type { StripeClient, StripeClients } from "./stripeClients.ts"
import { declineOf } from "./stripeDeclines.ts"
import { asked, cardErrorIn, failureIn, requestErrorIn } from "./stripeErrors.ts"
import { checkOf, intentNamed, intentOf, outcomeOf, type PayerTerms } from "./stripeIntents.ts"
import { declinedForGood, findIntent, isEnded, paidMeanwhile } from "./stripeLookups.ts"
import { asksOnPage, chosenMethod, paidBy } from "./stripePaidBy.ts"

/** Returns the connector's calls about charges: charge, look up, resume and cancel. */
export const stripeCharges = (options: StripeOptions, clients: StripeClients) => {
  const payerHasMs = (options.payerMinutes ?? 30) * 60_000
  const termsOf = ({ account }: StripeClient, sendBefore: number): PayerTerms => ({
    from: sendBefore,
    lastsMs: payerHasMs,
    publishableKey: account.publishableKey ?? null,
    stripeAccount: account.stripeAccount ?? null
  })

  return {
    charge: async (request, call) => {
      const method = chosenMethod(request.source)
      if (method !== null && !asksOnPage(request, method)) {
        const missing = missingFact(request, method)
        if (missing !== null) return missing
      }
      const client = clients(request.mid)
      try {
        const by = await paidBy(request, client, call)
        const once = { idempotencyKey: request.reference }
        const { paymentIntents, setupIntents } = client.api
        const payment = () => ({
          ...paymentParams(request, by, options),
          ...splitParams(request, client.account)
        })
        const intent =
          request.type === "verify"
            ? checkOf(await setupIntents.create(checkParams(request, by, options), once), request)
            : intentOf(await paymentIntents.create(payment(), once))
        return outcomeOf(intent, termsOf(client, request.sendBefore))
      } catch (thrown) {
        return declinedBy(thrown) ?? declinedRequest(thrown) ?? failureIn(thrown)
      }
    },

    lookup: async (query, call) => {
      const { api } = clients(query.mid)
      const intent = await findIntent(query, api, call)
      if ("_tag" in intent) return intent
      const settled = await declinedForGood(api, intent)
      return settled === null ? { _tag: "Unavailable", ...paidMeanwhile } : settled.found
    },

    resume: async (request) => {
      const client = clients(request.mid)
      const intent = await asked(intentNamed(client.api, request))
      const settled = await declinedForGood(client.api, intent)
      return settled === null
        ? { _tag: "Unknown", ...paidMeanwhile }
        : outcomeOf(settled, termsOf(client, request.sendBefore))
    },

    cancel: async (charge) => {
      const client = clients(charge.mid)
      const { status } = await asked(intentNamed(client.api, { currency: "", ...charge }))
      const isOver = status === "canceled"
      return isOver || (isOpen(status) && (await isEnded(client.api, charge.providerReference)))
        ? { _tag: "Canceled" }
        : { _tag: "NotCanceled", reason: `Its status at Stripe is ${status}.` }
    }
  } satisfies Partial<PaymentProviderDefinition>
}

/** Returns true if the charge waits for its payer. */
const isOpen = (status: string): boolean =>
  status.startsWith("requires_") && status !== "requires_capture"

/**
 * Returns a decline if Stripe refused the request for its contents, because then there is no
 * payment.
 */
const declinedRequest = (thrown: unknown): ChargeOutcome | null => {
  const rawCode = requestErrorIn(thrown)
  if (rawCode === null) return null
  const message = thrown instanceof Error ? thrown.message : null
  return { _tag: "Declined", rawCode, networkCode: null, providerReference: null, message }
}

/**
 * Returns the decline in a card error. If an intent exists by then, it is open and inside of the
 * error.
 */
const declinedBy = (thrown: unknown): ChargeOutcome | null => {
  const error = cardErrorIn(thrown)
  if (error === null) return null
  const { id, status } = error.payment_intent ?? error.setup_intent ?? {}
  return status === undefined || status === "canceled" || isOpen(status)
    ? { _tag: "Declined", providerReference: id ?? null, ...declineOf(error) }
    : { _tag: "Unknown", reason: `Stripe declined it, but its status is ${status}.` }
}
