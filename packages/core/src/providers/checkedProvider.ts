import { Effect, Option, Schema } from "effect"
import { ChangeListing } from "./ChangeListing.ts"
import { CancelOutcome, ChargeLookup, ChargeOutcome } from "./ChargeOutcome.ts"
import { checkedAnswers } from "./checkedAnswers.ts"
import { EvidenceForms, EvidenceOutcome } from "./DisputeEvidence.ts"
import { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { ProviderNotification } from "./ProviderNotification.ts"

/**
 * Wraps a provider so that its answers are checked. An answer that the port doesn't define is a
 * defect, as if the adapter had thrown. So the outcome is unknown, or the notification has to be
 * redelivered. The message has the call and the kind of the answer, and no data of it.
 */
export const checkedProvider = (provider: PaymentProvider): PaymentProvider => {
  const { name, environment, capabilities, declines } = provider
  const outcome = checkedAnswers(name, ChargeOutcome)
  const lookup = checkedAnswers(name, ChargeLookup)
  const modified = checkedAnswers(name, ModificationOutcome)
  const lookupModification = checkedAnswers(name, ModificationLookup)
  const checkList = checkedAnswers(name, Schema.Option(Schema.Array(Schema.Unknown)))
  const checkNotification = checkedAnswers(name, ProviderNotification)
  const canceled = checkedAnswers(name, CancelOutcome)
  const listed = checkedAnswers(name, ChangeListing)
  const checkForms = checkedAnswers(name, EvidenceForms)
  const submitted = checkedAnswers(name, EvidenceOutcome)
  const { resume, canCharge, changedDetails, increment, listChanges, evidence } = provider
  return {
    name,
    environment,
    capabilities,
    declines,
    charge: (request) => outcome("charge", () => provider.charge(request)),
    lookup: (by) => lookup("lookup", () => provider.lookup(by)),
    ...(resume === undefined
      ? {}
      : { resume: (request) => outcome("resume", () => resume.call(provider, request)) }),
    ...(canCharge === undefined
      ? {}
      : { canCharge: (source, mid) => canCharge.call(provider, source, mid) }),
    ...(changedDetails === undefined
      ? {}
      : { changedDetails: (details, source) => changedDetails.call(provider, details, source) }),
    cancel: (charge) => canceled("cancel", () => provider.cancel(charge)),
    capture: (request) => modified("capture", () => provider.capture(request)),
    void: (request) => modified("void", () => provider.void(request)),
    refund: (request) => modified("refund", () => provider.refund(request)),
    ...(increment === undefined
      ? {}
      : {
          increment: (request) => modified("increment", () => increment.call(provider, request))
        }),
    lookupModification: (query) =>
      lookupModification("lookupModification", () => provider.lookupModification(query)),
    ...(listChanges === undefined
      ? {}
      : {
          listChanges: (query) => listed("listChanges", () => listChanges.call(provider, query))
        }),
    ...(evidence === undefined
      ? {}
      : {
          evidence: {
            forms: (dispute) => checkForms("evidence.forms", () => evidence.forms(dispute)),
            submit: (request) => submitted("evidence.submit", () => evidence.submit(request))
          }
        }),
    readNotification: (mid, request, known) =>
      Effect.flatMap(
        checkList("readNotification", () => provider.readNotification(mid, request, known)),
        Option.match({
          onNone: () => Effect.succeedNone,
          onSome: (notifications) =>
            // There may be very many. Effect lets other fibers run between the checks.
            Effect.forEach(notifications, (one) =>
              checkNotification("readNotification", () =>
                Effect.succeed(one as ProviderNotification)
              )
            ).pipe(Effect.asSome)
        })
      )
  }
}
