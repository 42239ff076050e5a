import { Effect, Option, Schema } from "effect"
import { CancelOutcome, ChargeLookup, ChargeOutcome } from "./ChargeOutcome.ts"
import { checkedAnswers } from "./checkedAnswers.ts"
import { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { ProviderNotification } from "./ProviderNotification.ts"

/**
 * A provider whose adapter is not believed blindly: an answer that the port doesn't know is a
 * defect, as if the adapter had thrown, and so an unknown outcome, or a notice to be told again.
 * The defect names the call and the kind of answer, and nothing else of it.
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
  const { resume, canCharge, changedDetails } = provider
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
    lookupModification: (query) =>
      lookupModification("lookupModification", () => provider.lookupModification(query)),
    readNotification: (mid, request, known) =>
      Effect.flatMap(
        checkList("readNotification", () => provider.readNotification(mid, request, known)),
        Option.match({
          onNone: () => Effect.succeedNone,
          onSome: (told) =>
            // Very many may be told of at once: between so many steps Effect lets others run.
            Effect.forEach(told, (one) =>
              checkNotification("readNotification", () =>
                Effect.succeed(one as ProviderNotification)
              )
            ).pipe(Effect.asSome)
        })
      )
  }
}
