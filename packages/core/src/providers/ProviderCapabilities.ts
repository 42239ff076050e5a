import type { PaymentMethod } from "../kernel/primitives/PaymentMethod.ts"
import type { DebitMandate, PayerField, PayerNeed } from "./PayerNeed.ts"
import type { RouteFacts } from "./RouteFacts.ts"

/** The capabilities of a provider, declared when it is registered. */
export interface ProviderCapabilities {
  /** The payment methods that the provider takes. */
  readonly methods: ReadonlyArray<PaymentMethod>
  /**
   * The names of its wallets, such as `apple_pay`. These or `decryptedWallets` are needed if
   * `methods` has `wallet`.
   */
  readonly wallets?: ReadonlyArray<string>
  /**
   * The names of its alternative payment methods, such as `ideal`. Needed if `methods` has `apm`.
   */
  readonly apms?: ReadonlyArray<string>
  /** The currencies that it can charge, as ISO 4217 codes. */
  readonly currencies: ReadonlyArray<string> | "any"
  /**
   * `partial` if it can refund a part of a capture, `full` if only the whole, `none` if nothing.
   */
  readonly refunds: "partial" | "full" | "none"
  /** True if it can hold money, to be captured later. */
  readonly manualCapture: boolean
  /** True if it can capture less than it holds. The rest is released. */
  readonly partialCapture: boolean
  /**
   * True if it can capture one hold several times, until a final capture. Needs `partialCapture`.
   * False if absent.
   */
  readonly multipleCaptures?: boolean
  /** True if it can raise the amount of a hold. False if absent. */
  readonly incrementalAuthorization?: boolean
  /**
   * True if it may approve a part of the amount, for charges that accept this. False if absent:
   * then an approval of less is never believed.
   */
  readonly partialApproval?: boolean
  /**
   * True if a charge that starts an agreement also saves the alternative method, so that it can be
   * charged again without the payer. False if absent. Cards are saved by the vault.
   */
  readonly reusable?: boolean
  /**
   * The most days for which a charge may be pending before its outcome counts as unknown and an
   * alert is recorded. 1 if absent. Direct debits need more.
   */
  readonly pendingDays?: number
  /**
   * The capabilities of a method that differ from the provider's, by the method's name: `card`, the
   * name of a wallet, or the name of an alternative method.
   */
  readonly byMethod?: { readonly [method: string]: MethodCapabilities }
  /**
   * The hours within which a resent reference is charged only once. 0 if it never de-duplicates.
   */
  readonly dedupesForHours: number
  /** True if a charge can be looked up by our reference. */
  readonly lookup: boolean
  /** True if it notifies about the outcome of every charge. False if absent. */
  readonly notifications?: boolean
  /** The minutes within which a charge may still appear after a lookup did not find it. */
  readonly settleWindowMinutes: number
  /** The hours for which an uncaptured authorisation holds, by card brand such as `visa`. */
  readonly holdHours: { readonly [brand: string]: number; readonly default: number }
  /**
   * The smallest step of an amount in minor units, by currency. 1 for currencies that are absent. A
   * finer amount is refused before anything is sent.
   */
  readonly amountStep?: { readonly [currency: string]: bigint }
  /**
   * True if it charges the network tokens of cards from a vault, with their cryptograms. False if
   * absent.
   */
  readonly networkTokens?: boolean
  /**
   * The wallets that it charges after your vault has decrypted them, by the device number and the
   * cryptogram. None if absent. `wallets` lists the wallets whose own payload it takes.
   */
  readonly decryptedWallets?: ReadonlyArray<string>
  /**
   * The number of parts of a payment that it can pay to other accounts: `one`, or `many` for more.
   * It can pay none if absent.
   */
  readonly splits?: "one" | "many"
  /** True if card data reaches it through the card relay (`relay_used` of an attempt). */
  readonly usesCardRelay: boolean
}

/** The capabilities that may differ by method. An absent one is the provider's. */
type DifferingCapabilities = Partial<
  Pick<
    ProviderCapabilities,
    | "currencies"
    | "refunds"
    | "manualCapture"
    | "partialCapture"
    | "multipleCaptures"
    | "incrementalAuthorization"
    | "partialApproval"
    | "reusable"
    | "pendingDays"
  >
>

/** The capabilities of a method that differ from the provider's, and what the method needs. */
export interface MethodCapabilities extends DifferingCapabilities {
  /**
   * The facts about the payer that an alternative method needs. The payer's page asks for those
   * that the engine doesn't know. None if absent.
   */
  readonly needs?: ReadonlyArray<PayerField | PayerNeed>
  /** The mandate that the payer gives with the payment. Absent if the method is no debit. */
  readonly mandate?: DebitMandate
}

/** Returns the capabilities of a provider for the method of a charge. */
export const capabilitiesFor = (
  capabilities: ProviderCapabilities,
  { method, methodType }: Pick<RouteFacts, "method" | "methodType">
): ProviderCapabilities => {
  const { byMethod } = capabilities
  const name = methodType ?? method
  const own = methodCapabilities(byMethod, name)
  return own === undefined ? capabilities : { ...capabilities, ...own }
}

/** Returns the entry of a method, or undefined if it has none. */
export const methodCapabilities = (
  byMethod: ProviderCapabilities["byMethod"],
  name: string
): MethodCapabilities | undefined =>
  byMethod !== undefined && Object.hasOwn(byMethod, name) ? byMethod[name] : undefined

/** Returns true if a provider has a capability for any of its methods. */
export const offersForAny = (
  capabilities: ProviderCapabilities,
  offers: (capabilities: ProviderCapabilities) => boolean
): boolean =>
  offers(capabilities) ||
  Object.values(capabilities.byMethod ?? {}).some((own) => offers({ ...capabilities, ...own }))
