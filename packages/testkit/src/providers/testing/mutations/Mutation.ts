import type {
  ChargeLookup,
  ChargeOutcome,
  PaymentProvider,
  ProviderNotification
} from "@payloom/core"
import { Cause, Effect, Option } from "effect"
import type { Breakdown, ProviderHarness } from "../../ProviderHarness.ts"
import { BrokenCall } from "../breakableProvider.ts"
import type { SandboxShape } from "../sandboxShapes.ts"

/** What a connector does otherwise than one that is right. */
export type Break = (
  provider: PaymentProvider,
  harness: ProviderHarness
) => Partial<PaymentProvider>

/** A connector that breaks a rule. */
export interface Mutation {
  readonly breaks: Break
  /** Everything, where nothing is said. */
  readonly of?: SandboxShape
  /** What the rule has to say of it; any sentence, where nothing is said. */
  readonly says?: RegExp
}

/** Connectors that are right but for one rule, by its name. */
export type Mutations = Readonly<Record<string, ReadonlyArray<Mutation>>>

/** A moment that never comes. */
export const never = Number.MAX_SAFE_INTEGER

/** Answers otherwise than the sandbox to charges. */
export const answering =
  (change: (outcome: ChargeOutcome) => ChargeOutcome): Break =>
  ({ charge }) => ({ charge: (request) => Effect.map(charge(request), change) })

/** Finds otherwise than the sandbox. */
export const finding =
  (change: (found: ChargeLookup) => ChargeLookup): Break =>
  ({ lookup }) => ({ lookup: (query) => Effect.map(lookup(query), change) })

/** Has one state found in the place of another. */
export const foundAs =
  (from: string, state: "authorized" | "captured" | "pending") =>
  (found: ChargeLookup): ChargeLookup =>
    found._tag === "Found" && found.state === from ? { ...found, state } : found

/** Tells otherwise than the sandbox. */
export const telling =
  (change: (notification: ProviderNotification) => ReadonlyArray<ProviderNotification>): Break =>
  ({ readNotification }) => ({
    readNotification: (mid, raw, known) =>
      Effect.map(
        readNotification(mid, raw, known),
        Option.map((notifications) => notifications.flatMap(change))
      )
  })

/** A decline that nobody has spoken. */
export const declined = (rawCode: string): ChargeOutcome => ({
  _tag: "Declined",
  rawCode,
  networkCode: null,
  providerReference: null
})

/** Says that it remembers what it was sent. */
export const forgetful: Mutation = {
  of: "that remembers no reference",
  breaks: ({ capabilities }) => ({ capabilities: { ...capabilities, dedupesForHours: 24 } })
}

/** Makes this of what a gateway did to a call; where that is nothing, it stays as it is. */
export const takingBroken =
  <B>(hides: (how: Breakdown) => boolean, instead: B) =>
  <A>(call: Effect.Effect<A>): Effect.Effect<A | B> =>
    Effect.catchCause(call, (cause) => {
      const thrown = Cause.squash(cause)
      return thrown instanceof BrokenCall && hides(thrown.how)
        ? Effect.succeed(instead)
        : Effect.failCause(cause)
    })
