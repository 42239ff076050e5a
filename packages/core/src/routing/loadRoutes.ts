import { Context, Effect, Option } from "effect"
import { CardVault } from "../cards/vault/CardVault.ts"
import {
  type InvalidInput,
  parameterInvalid,
  refusedParameter
} from "../kernel/input/InvalidInput.ts"
import type { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { servesMode } from "../providers/PaymentProvider.ts"
import type { ProviderCapabilities } from "../providers/ProviderCapabilities.ts"
import { Providers } from "../providers/Providers.ts"
import type { RouteFacts } from "../providers/RouteFacts.ts"
import { routingTable } from "./changeTable.ts"
import { fitsStep, type MidState } from "./chooseRoute.ts"
import type { Mid } from "./Mid.ts"
import { RouteHealth } from "./RouteHealth.ts"
import type { RoutingRule, RoutingTable } from "./RoutingRule.ts"

/** The MIDs of a scope with their current state, and its rules. */
export interface Routes {
  readonly rules: ReadonlyArray<RoutingRule>
  readonly mids: ReadonlyArray<MidState>
}

/** Reads the MIDs of a scope with their current state, and its rules. */
export const loadRoutes = (scope: Scope, now: Millis) =>
  Effect.flatMap(routingTable(scope), (table) => routesOf(scope, table, now))

/** Adds the current state to a routing table that was read. */
export const routesOf = (scope: Scope, { mids, rules }: RoutingTable, now: Millis) =>
  Effect.contextWith((context: Context.Context<Providers | RouteHealth | CardVault>) => {
    const providers = Context.get(context, Providers)
    const health = Context.get(context, RouteHealth)
    const { decryptedWallets = [] } = Context.get(context, CardVault)
    const states = mids.map((mid: Mid): MidState => {
      const provider = providers.get(mid.provider)
      return {
        mid,
        capabilities: Option.match(provider, {
          onNone: () => null,
          onSome: ({ capabilities }) => withDecryptedWallets(capabilities, decryptedWallets)
        }),
        servesMode: Option.isNone(provider) || servesMode(provider.value, scope.mode),
        healthy: health.isHealthy(mid.id, now),
        unhealthiness: () => health.unhealthiness(mid.id),
        approvalRate: () => health.approvalRate(mid.id)
      }
    })
    const missing = states.filter(({ mid, capabilities }) => mid.enabled && capabilities === null)
    const routes: Routes = { rules, mids: states }
    return missing.length === 0
      ? Effect.succeed(routes)
      : Effect.as(
          Effect.forEach(missing, ({ mid }) => providers.logMissing(mid.provider)),
          routes
        )
  })

/** Adds the wallets that a provider charges after the vault has decrypted them. */
const withDecryptedWallets = (
  capabilities: ProviderCapabilities,
  decrypted: ReadonlyArray<string>
): ProviderCapabilities => {
  const { wallets = [], decryptedWallets = [] } = capabilities
  const more = decryptedWallets.filter((one) => decrypted.includes(one) && !wallets.includes(one))
  return more.length === 0 ? capabilities : { ...capabilities, wallets: [...wallets, ...more] }
}

/** The most currencies that a message lists. */
const mostNamed = 10

/**
 * Refuses a currency that no merchant account settles. The message lists the settled currencies.
 */
export const currencyUnsupported = (currency: string, mids: ReadonlyArray<MidState>) => {
  const settled = [...new Set(mids.flatMap(({ mid }) => mid.currencies))].toSorted()
  const named = settled.slice(0, mostNamed).join(", ")
  const more = settled.length > mostNamed ? ` and ${settled.length - mostNamed} more` : ""
  const theirs =
    settled.length === 0 ? "there is no merchant account yet" : `they settle ${named}${more}`
  return refusedParameter(
    "currency_unsupported",
    "currency",
    `must be one that a merchant account settles, but is ${currency}: ${theirs}`
  )
}

/** Refuses an amount if it is too fine for every account that settles its currency. */
export const amountTooFine = (
  mids: ReadonlyArray<MidState>,
  { amount, currency }: Pick<RouteFacts, "amount" | "currency">,
  param = "amount"
): InvalidInput | null => {
  const settling = mids.filter(({ mid }) => mid.currencies.includes(currency as CurrencyCode))
  const known = settling.flatMap(({ capabilities }) => capabilities ?? [])
  if (known.length < settling.length || known.length === 0) return null
  return known.some((capabilities) => fitsStep(capabilities, { amount, currency }))
    ? null
    : parameterInvalid(param, `is too fine: no merchant account can charge it in ${currency}`)
}
