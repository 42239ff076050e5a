import { Effect, Option } from "effect"
import type { CardToken } from "../../cards/vault/CardVault.ts"
import { type ChargeSource, decryptedWalletOf } from "../../providers/ChargeSource.ts"
import { answerAtOnce } from "../../providers/effectOf.ts"
import type { ProviderCapabilities } from "../../providers/ProviderCapabilities.ts"
import { Providers } from "../../providers/Providers.ts"
import type { MidState } from "../../routing/chooseRoute.ts"
import type { Mid } from "../../routing/Mid.ts"
import type { ChargeInput } from "./newAttempt.ts"

/** Returns the source to charge on an account. A card or a saved method may have a token there. */
export type SourceOn = (mid: Mid) => ChargeSource

/** Returns the accounts with their eligibility for a source, and the source on each account. */
export const eligibleMids = Effect.fnUntraced(function* (
  { source, card, savedApm }: Pick<ChargeInput, "source" | "card" | "savedApm">,
  mids: ReadonlyArray<MidState>
) {
  const providers = yield* Providers
  const tokens = savedApm === undefined ? (card?.tokens ?? []) : [savedApm]
  const needsToken = savedApm !== undefined || card?.chargeableBy === "token_accounts"
  const sourceOn: SourceOn = (mid) => {
    const own = withToken(source, tokens, mid)
    const takesNetworkTokens =
      card?.networkToken !== undefined &&
      Option.getOrNull(providers.get(mid.provider))?.capabilities.networkTokens === true
    return takesNetworkTokens && own._tag === "Vaulted" && own.token === undefined
      ? { ...own, usesNetworkToken: true }
      : own
  }
  const judged: Array<MidState> = []
  for (const state of mids) {
    const { mid } = state
    const provider = Option.getOrNull(providers.get(mid.provider))
    const own = sourceOn(mid)
    const reaches = !needsToken || hasToken(own)
    const takesSource =
      reaches &&
      takesForm(own, provider?.capabilities) &&
      (provider?.canCharge === undefined ||
        (yield* answerOf(() => provider.canCharge?.(own, mid), mid.provider)))
    judged.push(takesSource ? state : { ...state, takesSource })
  }
  return { mids: judged, sourceOn }
})

/**
 * Returns true if a provider takes a wallet in this form: as the wallet's own payload, or as the
 * vault decrypted it. True for everything that is no wallet.
 */
const takesForm = (
  source: ChargeSource,
  { wallets = [], decryptedWallets = [] }: Partial<ProviderCapabilities> = {}
): boolean => {
  if (source._tag === "Wallet") return wallets.includes(source.wallet)
  const decrypted = decryptedWalletOf(source)
  return decrypted === null || decryptedWallets.includes(decrypted)
}

const withToken = (
  source: ChargeSource,
  tokens: ReadonlyArray<CardToken>,
  mid: Mid
): ChargeSource => {
  if (source._tag === "Wallet") return source
  const own = tokens.find(
    ({ provider, credentials }) => provider === mid.provider && credentials === mid.credentials
  )
  return own === undefined ? source : { ...source, token: own.token }
}

const hasToken = (source: ChargeSource): boolean =>
  source._tag === "Wallet" || source.token !== undefined

/** An adapter that fails to answer at once is not eligible. */
const answerOf = (ask: () => unknown, provider: string) =>
  answerAtOnce(`${provider} canCharge`, ask).pipe(
    Effect.map((answer) => answer === true),
    Effect.catchCause((cause) =>
      Effect.as(Effect.logError(`${provider} failed to say whether it can charge.`, cause), false)
    )
  )
