import { Effect, Schema } from "effect"
import { ChargeLookup, ChargeOutcome } from "./ChargeOutcome.ts"
import { effectOf } from "./effectOf.ts"
import { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"
import { ProviderNotice } from "./ProviderNotice.ts"

/**
 * A provider whose adapter is not believed blindly: an answer that the port doesn't know is a
 * defect, as if the adapter had thrown, and so an unknown outcome, or a notice to be told again.
 * The defect names the call and the kind of answer, and nothing else of it.
 */
export const checkedProvider = (provider: PaymentProvider): PaymentProvider => {
  const { name, environment, capabilities, declines } = provider
  const outcome = checked(name, ChargeOutcome)
  const lookup = checked(name, ChargeLookup)
  const modified = checked(name, ModificationOutcome)
  const lookupModification = checked(name, ModificationLookup)
  const notices = checked(name, Schema.Option(Schema.Array(ProviderNotice)))
  const { resume } = provider
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
    cancel: (charge) => effectOf(`${name} cancel`, () => provider.cancel(charge)),
    capture: (request) => modified("capture", () => provider.capture(request)),
    void: (request) => modified("void", () => provider.void(request)),
    refund: (request) => modified("refund", () => provider.refund(request)),
    lookupModification: (query) =>
      lookupModification("lookupModification", () => provider.lookupModification(query)),
    readNotification: (mid, notification) =>
      notices("readNotification", () => provider.readNotification(mid, notification))
  }
}

const checked = <A>(provider: string, schema: Schema.Codec<A, unknown>) => {
  const isAnswer = Schema.is(schema)
  return (call: keyof PaymentProvider, answering: () => Effect.Effect<A>): Effect.Effect<A> =>
    Effect.flatMap(effectOf(`${provider} ${call}`, answering), (answer: unknown) =>
      isAnswer(answer)
        ? Effect.succeed(answer)
        : Effect.die(new TypeError(`${provider} answered ${call} with ${kindOf(answer)}.`))
    )
}

const kindOf = (answer: unknown): string => {
  if (typeof answer !== "object" || answer === null) return `no answer but ${typeof answer}`
  const tag = "_tag" in answer ? String(answer._tag) : ""
  const isName = /^[A-Za-z]{1,30}$/.test(tag)
  return isName ? `an ill-formed or unknown ${tag}` : "an object without a tag"
}
