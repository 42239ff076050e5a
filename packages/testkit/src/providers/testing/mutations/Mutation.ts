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

/** Changes parts of a correct connector. */
export type Break = (
  provider: PaymentProvider,
  harness: ProviderHarness
) => Partial<PaymentProvider>

/** A connector that breaks a rule. */
export interface Mutation {
  readonly breaks: Break
  /** Changes parts of the same connector in the second process. Default: nothing. */
  readonly inSecond?: (provider: PaymentProvider) => Partial<PaymentProvider>
  /** The shape of the sandbox. Default: the one that can do everything. */
  readonly of?: SandboxShape
  /** The expected message of the rule. Default: any sentence. */
  readonly says?: RegExp
}

/** Connectors that each break one rule, by the name of the rule. */
export type Mutations = Readonly<Record<string, ReadonlyArray<Mutation>>>

/** A time that never comes. */
export const never = Number.MAX_SAFE_INTEGER

/** Changes the answers to charges. */
export const answering =
  (change: (outcome: ChargeOutcome) => ChargeOutcome): Break =>
  ({ charge }) => ({ charge: (request) => Effect.map(charge(request), change) })

/** Changes the results of lookups. */
export const finding =
  (change: (found: ChargeLookup) => ChargeLookup): Break =>
  ({ lookup }) => ({ lookup: (query) => Effect.map(lookup(query), change) })

/** Replaces one state by another in lookups. */
export const foundAs =
  (from: string, state: "authorized" | "captured" | "pending") =>
  (found: ChargeLookup): ChargeLookup =>
    found._tag === "Found" && found.state === from ? { ...found, state } : found

/** Changes the content of notifications. */
export const telling =
  (change: (notification: ProviderNotification) => ReadonlyArray<ProviderNotification>): Break =>
  ({ readNotification }) => ({
    readNotification: (mid, raw, known) =>
      Effect.map(
        readNotification(mid, raw, known),
        Option.map((notifications) => notifications.flatMap(change))
      )
  })

/** Returns a decline that the provider never made. */
export const declined = (rawCode: string): ChargeOutcome => ({
  _tag: "Declined",
  rawCode,
  networkCode: null,
  providerReference: null
})

/** Computes an amount with floating point, and cuts the rest. */
export const cutAmount = ({
  amount,
  currency
}: {
  readonly amount: bigint
  readonly currency: string
}): bigint => {
  const decimals = { JPY: 0, KWD: 3 }[currency] ?? 2
  const text = (Number(amount) / 10 ** decimals).toFixed(decimals)
  return BigInt(Math.trunc(Number(text) * 10 ** decimals))
}

/** Claims that the provider remembers references, which it does not. */
export const forgetful: Mutation = {
  of: "that remembers no reference",
  breaks: ({ capabilities }) => ({ capabilities: { ...capabilities, dedupesForHours: 24 } })
}

/** Replaces the outcome of a broken call. If the replacement is undefined, the outcome stays. */
export const takingBroken =
  <B>(hides: (how: Breakdown) => boolean, instead: B) =>
  <A>(call: Effect.Effect<A>): Effect.Effect<A | B> =>
    Effect.catchCause(call, (cause) => {
      const thrown = Cause.squash(cause)
      return thrown instanceof BrokenCall && hides(thrown.how)
        ? Effect.succeed(instead)
        : Effect.failCause(cause)
    })
