import { Context, Layer, Option } from "effect"
import { emptyPromise } from "./absentCalls.ts"
import {
  type PaymentProvider,
  type ProviderCapabilities,
  tellsOfPayers
} from "./PaymentProvider.ts"

/** The providers that the embedder registered, by name. */
export class Providers extends Context.Service<
  Providers,
  {
    readonly get: (name: string) => Option.Option<PaymentProvider>
    readonly names: ReadonlyArray<string>
  }
>()("@payloom/core/providers/Providers") {
  static readonly layer = (providers: ReadonlyArray<PaymentProvider>) =>
    Layer.sync(Providers, () => {
      const byName = new Map(providers.map((provider) => [provider.name, provider]))
      return {
        get: (name) => Option.fromNullishOr(byName.get(name)),
        names: [...byName.keys()]
      }
    })
}

/** The name that attempts carry which no provider ever saw: refused by risk, or without a route. */
export const engineProviderName = "payloom"

const environments: ReadonlySet<unknown> = new Set(["test", "live", "both"])

/**
 * Why a provider can't be registered beside those of the other names, as what it declares would
 * leave unknown outcomes unknown; null where it can.
 */
export const providerRefusal = (
  provider: Pick<PaymentProvider, "name" | "environment" | "capabilities"> &
    Partial<PaymentProvider>,
  others: ReadonlyArray<string>
): string | null => {
  const { lookup, dedupesForHours } = provider.capabilities
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(provider.name) || provider.name === engineProviderName) {
    return "Its name must be 1 to 40 lower-case letters, digits, - or _, and not payloom."
  }
  if (others.includes(provider.name)) return `Two providers have the name ${provider.name}.`
  if (!environments.has(provider.environment)) {
    return "Its environment must be test, live or both: which modes it serves."
  }
  if (!lookup && dedupesForHours <= 0) {
    return "It offers neither lookup nor de-duplication by reference."
  }
  if (provider.capabilities.methods.includes("apm") && !tellsOfPayers(provider)) {
    return "It sends payers away: apm needs lookup, resume or notifications."
  }
  const empty = emptyPromise(provider)
  if (empty !== null) {
    return `Its capabilities say ${empty.capability}, and it has no function ${empty.call}.`
  }
  const unnamed = methodsWithoutTypes(provider.capabilities)
  return unnamed === undefined ? null : `It takes ${unnamed}, but names no type of it.`
}

const methodsWithoutTypes = ({ methods, wallets = [], apms = [] }: ProviderCapabilities) =>
  methods.find(
    (method) =>
      (method === "wallet" && wallets.length === 0) || (method === "apm" && apms.length === 0)
  )
