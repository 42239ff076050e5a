import {
  type CardVault,
  type ChargeRequest,
  capabilitiesFor,
  type ProviderCapabilities,
  type SavedMethod,
  type VaultedCard
} from "@payloom/core"
import { Effect } from "effect"

/** A merchant account that has its own token of each card. */
export interface TokenAccount {
  /** The name of its provider. Default: `sandbox`. */
  readonly provider?: string
  readonly credentials: string
}

const tokenAt = (credentials: string, vaultReference: string): string =>
  `tok_${credentials}_${vaultReference.slice(-12)}`

/**
 * Wraps a vault so that only these accounts can charge its cards, each by its own token of the
 * card.
 */
export const withTokens = (
  vault: CardVault["Service"],
  accounts: ReadonlyArray<TokenAccount>
): CardVault["Service"] => ({
  store: (card) =>
    Effect.map(
      vault.store(card),
      (stored): VaultedCard => ({
        ...stored,
        chargeableBy: "token_accounts",
        tokens: accounts.map(({ provider = "sandbox", credentials }) => ({
          provider,
          credentials,
          token: tokenAt(credentials, stored.vaultReference)
        }))
      })
    )
})

/** Returns the bank account that a debit saved at its merchant account. */
export const savedDebit = (account: string, reference: string): SavedMethod => ({
  token: `${mandatesOf(account)}${reference}`,
  last4: "3000",
  bank: "Sandbox Bank",
  country: "DE",
  mandateReference: `SANDBOX-${reference.slice(-8)}`
})

const mandatesOf = (account: string): string => `mandate_${account}_`

/** Returns true if a charge has the token of another account. */
export const isOthersToken = ({ source, mid }: ChargeRequest): boolean => {
  if (source._tag === "Wallet" || source.token === undefined) return false
  return source._tag === "Vaulted"
    ? source.token !== tokenAt(mid.credentials, source.vaultReference)
    : !source.token.startsWith(mandatesOf(mid.credentials))
}

/** The answer to a token of another account. */
export const othersToken = {
  _tag: "Declined",
  rawCode: "unreadable_card",
  networkCode: null,
  providerReference: null
} as const

/** A debit that starts an agreement saves the account that it debits. */
export const savesMethod = (
  capabilities: ProviderCapabilities,
  { source, agreement }: ChargeRequest
): boolean =>
  source._tag === "Apm" &&
  agreement?.position === "first" &&
  capabilitiesFor(capabilities, { method: "apm", methodType: source.apm }).reusable === true
