import { Context, Effect, Layer, Option } from "effect"
import { missingFunction } from "./absentCalls.ts"
import { learnsPayerOutcome, type PaymentProvider } from "./PaymentProvider.ts"
import type { ProviderCapabilities } from "./ProviderCapabilities.ts"

/** The providers that the embedder registered, by name. */
export class Providers extends Context.Service<
  Providers,
  {
    readonly get: (name: string) => Option.Option<PaymentProvider>
    readonly names: ReadonlyArray<string>
    /**
     * Logs that the setup lacks a provider which stored rows name, once for each name. Their
     * charges and refunds wait, and alerts follow only after a day.
     */
    readonly logMissing: (name: string) => Effect.Effect<void>
  }
>()("@payloom/core/providers/Providers") {
  static readonly layer = (providers: ReadonlyArray<PaymentProvider>) =>
    Layer.sync(Providers, () => {
      const byName = new Map(providers.map((provider) => [provider.name, provider]))
      const logged = new Set<string>()
      return {
        get: (name) => Option.fromNullishOr(byName.get(name)),
        names: [...byName.keys()],
        logMissing: (name) =>
          Effect.suspend(() => {
            if (logged.has(name)) return Effect.void
            logged.add(name)
            const lack = `The setup has no provider ${name}, but stored rows name it.`
            return Effect.logWarning(`${lack} Was it renamed or left out?`)
          })
      }
    })
}

/** The provider name of attempts that no provider saw: declined by risk, or without a route. */
export const engineProviderName = "payloom"

const environments: ReadonlySet<unknown> = new Set(["test", "live", "both"])

/**
 * Returns the reason why a provider can't be registered beside the providers of other names, or
 * null if it can. A provider is refused if its capabilities would leave unknown outcomes unknown.
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
  if (provider.capabilities.methods.includes("apm") && !learnsPayerOutcome(provider)) {
    return "It sends payers away: apm needs lookup, resume or notifications."
  }
  const missing = missingFunction(provider)
  if (missing !== null) {
    return `Its capabilities have ${missing.capability}, but it has no function ${missing.call}.`
  }
  const unnamed = methodsWithoutTypes(provider.capabilities)
  return unnamed === undefined ? null : `It takes ${unnamed}, but lists no types of it.`
}

const methodsWithoutTypes = ({
  methods,
  wallets = [],
  decryptedWallets = [],
  apms = []
}: ProviderCapabilities) =>
  methods.find(
    (method) =>
      (method === "wallet" && wallets.length + decryptedWallets.length === 0) ||
      (method === "apm" && apms.length === 0)
  )
