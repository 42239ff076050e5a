import {
  type ApmSource,
  type ChargeRequest,
  type ChargeSource,
  capabilitiesFor,
  decryptedWalletOf,
  type ModificationRequest,
  type PaymentMethod,
  type ProviderCapabilities
} from "@payloom/core"
import { Option } from "effect"
import type { ChargeStanding } from "./bankCharge.ts"
import { brandOf } from "./cardBrands.ts"
import type { CardName, ModificationKind } from "./cardConduct.ts"
import type { SealedCard } from "./SandboxVault.ts"
import { cardInWallet, sandboxApmNames } from "./sandboxMethods.ts"
import { testCardByNumber } from "./testCards.ts"

/** The source of a charge, as the bank knows it. */
export interface Charged {
  readonly card: CardName
  readonly brand: string
  /** The raw code of a decline that comes before the card's row is read, or undefined. */
  readonly refusedAs: string | undefined
}

/** A card is valid until the end of its month. */
const hasExpired = (card: SealedCard, now: number): boolean =>
  now >= Date.UTC(card.expYear, card.expMonth, 1)

const chargedCard = (card: SealedCard, now: number): Charged => {
  const listed = testCardByNumber(card.number)
  return {
    card: listed?.name ?? "unlisted",
    brand: listed?.brand ?? brandOf(card.number),
    refusedAs: hasExpired(card, now) ? "expired_card" : undefined
  }
}

const unbranded = { brand: "unknown", refusedAs: undefined }

/** Reads the source of a charge. The card number is not passed on. */
export const chargedBy = (
  source: ChargeSource,
  readVaultReference: (vaultReference: string) => Option.Option<SealedCard>,
  now: number
): Charged => {
  switch (source._tag) {
    case "Vaulted":
      return Option.match(readVaultReference(source.vaultReference), {
        onNone: () => ({ card: "unlisted", brand: "unknown", refusedAs: "unreadable_card" }),
        onSome: (card) => chargedCard(card, now)
      })
    case "Wallet":
      return { ...unbranded, card: cardInWallet(source.payload) ?? "wallet" }
    case "Apm": {
      const apm = sandboxApmNames.find((name) => name === source.apm)
      return apm === undefined
        ? { ...unbranded, card: "unlisted", refusedAs: "account_method" }
        : { ...unbranded, card: apm, refusedAs: lackIn(source) }
    }
  }
}

/** Returns the raw code of a debit of no account, saved or given, or undefined. */
const lackIn = ({ apm, token, details }: ApmSource): string | undefined =>
  apm === "sandbox_debit" && token === undefined && details?.accountNumber === undefined
    ? "account_number_missing"
    : undefined

const methods = { Vaulted: "card", Wallet: "wallet", Apm: "apm" } as const

const methodOf = (source: ChargeSource): PaymentMethod =>
  decryptedWalletOf(source) === null ? methods[source._tag] : "wallet"

const typeOf = (source: ChargeSource): string | null => {
  switch (source._tag) {
    case "Vaulted":
      return decryptedWalletOf(source)
    case "Wallet":
      return source.wallet
    case "Apm":
      return source.apm
  }
}

/** Returns the raw code of a charge outside of the provider's capabilities, or undefined. */
export const chargeUnsupported = (
  capabilities: ProviderCapabilities,
  { source, currency, capture, type }: ChargeRequest
): string | undefined => {
  const method = methodOf(source)
  const {
    methods: taken,
    currencies,
    manualCapture
  } = capabilitiesFor(capabilities, { method, methodType: typeOf(source) })
  if (!taken.includes(method)) return "account_method"
  if (currencies !== "any" && !currencies.includes(currency)) return "account_currency"
  return manualCapture || capture || type === "verify" ? undefined : "account_capture"
}

/** Returns the raw code of a modification outside of the provider's capabilities, or undefined. */
export const modificationUnsupported = (
  {
    partialCapture,
    multipleCaptures = false,
    incrementalAuthorization = false,
    refunds
  }: ProviderCapabilities,
  kind: ModificationKind,
  { amount, isFinal = true }: ModificationRequest,
  standing: ChargeStanding | undefined
): string | undefined => {
  if (kind === "increment") {
    return incrementalAuthorization ? undefined : "increment_unsupported"
  }
  if (kind === "capture") {
    if (!isFinal && !multipleCaptures) return "multiple_captures_unsupported"
    const isPartial = standing !== undefined && amount < standing.authorized - standing.captured
    return isPartial && !partialCapture ? "partial_capture_unsupported" : undefined
  }
  if (kind !== "refund" || refunds === "partial") return undefined
  if (refunds === "none") return "refunds_unsupported"
  const isPartial = standing !== undefined && amount !== standing.captured
  return isPartial ? "partial_refund_unsupported" : undefined
}
