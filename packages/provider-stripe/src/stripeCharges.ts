import type {
  CancelOutcome,
  ChargeLookup,
  ChargeOutcome,
  ChargeQuery,
  ChargeReference,
  ChargeRequest,
  ProviderCall,
  ResumeRequest
} from "@payloom/core"
import { checkParams, paymentParams } from "./chargeParams.ts"
import type { StripeOptions } from "./StripeOptions.ts"
import type { StripeClient, StripeClients } from "./stripeClients.ts"
import { declineOf } from "./stripeDeclines.ts"
import { declinedForGood, isEnded, paidMeanwhile } from "./stripeEnds.ts"
import { asked, cardErrorIn, failureIn } from "./stripeErrors.ts"
import { checkOf, foundAs, intentOf, outcomeOf, type PayerTerms } from "./stripeIntents.ts"
import { findIntent, intentNamed } from "./stripeLookups.ts"
import { paidBy } from "./stripePaidBy.ts"

/** Everything about charges that the connector says and asks. */
export const stripeCharges = (options: StripeOptions, clients: StripeClients) => {
  const onPage = options.threeDs === "client_side"
  const payerHasMs = (options.payerHasMinutes ?? 30) * 60_000
  const termsOf = ({ account }: StripeClient, sendBefore: number): PayerTerms => ({
    expiresAt: sendBefore + payerHasMs,
    publishableKey: account.publishableKey ?? null,
    stripeAccount: account.stripeAccount ?? null
  })

  return {
    charge: async (request: ChargeRequest, call: ProviderCall): Promise<ChargeOutcome> => {
      const client = clients(request.mid)
      try {
        const by = await paidBy(request, client, call)
        const once = { idempotencyKey: request.reference }
        const intent =
          request.type === "verify"
            ? checkOf(
                await client.api.setupIntents.create(checkParams(request, by, onPage), once),
                request.currency
              )
            : intentOf(
                await client.api.paymentIntents.create(paymentParams(request, by, onPage), once)
              )
        return outcomeOf(intent, termsOf(client, request.sendBefore))
      } catch (thrown) {
        return declinedBy(thrown) ?? failureIn(thrown)
      }
    },

    lookup: async (query: ChargeQuery): Promise<ChargeLookup> => {
      const { api } = clients(query.mid)
      const intent = await findIntent(query, api)
      if (intent === null) return { _tag: "Absent" }
      const settled = await declinedForGood(api, intent)
      return settled === null ? { _tag: "Unavailable", ...paidMeanwhile } : foundAs(settled)
    },

    resume: async (request: ResumeRequest): Promise<ChargeOutcome> => {
      const client = clients(request.mid)
      const { providerReference: id, currency } = request
      const intent = await asked(intentNamed(client.api, id, currency))
      const settled = await declinedForGood(client.api, intent)
      return settled === null
        ? { _tag: "Unknown", ...paidMeanwhile }
        : outcomeOf(settled, termsOf(client, request.sendBefore))
    },

    cancel: async (charge: ChargeReference): Promise<CancelOutcome> => {
      const client = clients(charge.mid)
      const { id, status } = await asked(intentNamed(client.api, charge.providerReference, ""))
      if (status === "canceled") return { _tag: "Canceled" }
      const reason = `Stripe has it as ${status}.`
      return isOpen.has(status) && (await isEnded(client.api, id))
        ? { _tag: "Canceled" }
        : { _tag: "NotCanceled", reason }
    }
  }
}

const isOpen: ReadonlySet<string> = new Set([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action"
])

/** A decline comes as an error, with the intent inside where there is one by then. */
const declinedBy = (thrown: unknown): ChargeOutcome | null => {
  const error = cardErrorIn(thrown)
  if (error === null) return null
  const providerReference = error.payment_intent?.id ?? error.setup_intent?.id ?? null
  return { _tag: "Declined", providerReference, ...declineOf(error) }
}
