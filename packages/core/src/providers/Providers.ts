import { Context, Effect, Layer, Option, Schema } from "effect"
import type { PaymentProvider, ProviderCapabilities } from "./PaymentProvider.ts"

/** A provider can't be registered: what it declares would leave unknown outcomes unknown. */
export class ProviderNotAccepted extends Schema.TaggedError<ProviderNotAccepted>()(
  "ProviderNotAccepted",
  { provider: Schema.String, message: Schema.String }
) {}

/** The providers that the embedder registered, by name. */
export class Providers extends Context.Service<
  Providers,
  {
    readonly get: (name: string) => Option.Option<PaymentProvider>
    readonly names: ReadonlyArray<string>
  }
>()("@payloom/core/providers/Providers") {
  static readonly layer = (providers: ReadonlyArray<PaymentProvider>) =>
    Layer.effect(
      Providers,
      Effect.gen(function* () {
        const byName = new Map<string, PaymentProvider>()
        for (const provider of providers) {
          yield* accept(provider, byName)
          byName.set(provider.name, provider)
        }
        return Providers.of({
          get: (name) => Option.fromNullishOr(byName.get(name)),
          names: [...byName.keys()]
        })
      })
    )
}

/** The name that attempts carry which no provider ever saw: refused by risk, or without a route. */
export const engineProviderName = "payloom"

const accept = (provider: PaymentProvider, others: ReadonlyMap<string, PaymentProvider>) => {
  const refuse = (message: string) =>
    Effect.fail(new ProviderNotAccepted({ provider: provider.name, message }))
  const { lookup, dedupesForHours } = provider.capabilities
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(provider.name) || provider.name === engineProviderName) {
    return refuse("A name is 1 to 40 lower-case letters, digits, - or _, and not payloom.")
  }
  if (others.has(provider.name)) return refuse("Two providers have this name.")
  if (!lookup && dedupesForHours <= 0) {
    return refuse("It offers neither lookup nor de-duplication by reference.")
  }
  if (provider.capabilities.methods.includes("apm") && !lookup) {
    return refuse("Who sends payers away has to be asked what they did: apm needs lookup.")
  }
  const unnamed = methodsWithoutTypes(provider.capabilities)
  if (unnamed !== undefined) return refuse(`It takes ${unnamed}, but names no type of it.`)
  return Effect.void
}

const methodsWithoutTypes = ({ methods, wallets = [], apms = [] }: ProviderCapabilities) =>
  methods.find(
    (method) =>
      (method === "wallet" && wallets.length === 0) || (method === "apm" && apms.length === 0)
  )
