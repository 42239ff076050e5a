import type { CardRelay, CardVaultPort } from "@payloom/core"
import type { Destination } from "../fake/startDestination.ts"

/** A card as a payer types it in. */
export interface TypedCard {
  /** Digits only. */
  readonly number: string
  /** 1 to 12. */
  readonly expMonth: number
  /** In four digits. */
  readonly expYear: number
  readonly cvc: string
}

/** A payer's card as a wallet hands it out. */
export interface WalletCard {
  /** The device number. Digits only. */
  readonly number: string
  /** 1 to 12. */
  readonly expMonth: number
  /** In four digits. */
  readonly expYear: number
  /** The cryptogram of the payment, in Base64. */
  readonly cryptogram: string
  /** The electronic commerce indicator, in two digits. */
  readonly eci: string
}

/** The vault and the relay under test, and the service that the test controls. */
export interface VaultHarness {
  /** The vault. It talks to the service behind `service`. */
  readonly vault: CardVaultPort
  /** The relay of the same vault. It may send to `destination`. */
  readonly relay: CardRelay
  /** Returns the text that the card field on the payer's page makes of a card. */
  readonly encryptCard: (card: TypedCard) => Promise<string>
  /**
   * Returns altered copies of such a text, which the vault must not recognize. The default changes
   * a character in the middle.
   */
  readonly alter?: (encrypted: string) => ReadonlyArray<string>
  /** A server that stands for a provider. The relay may send there. */
  readonly destination: Destination
  /**
   * A server that the relay must not send to. Leave it out if the relay has no list of hosts.
   */
  readonly forbidden?: Destination
  /** The faults of the vault's service. Leave it out if the vault has no service. */
  readonly service?: VaultService
  /** True if the vault refuses a card that another tenant or mode has stored. */
  readonly keepsScopes: boolean
  /** True if the vault has the security code of a card until it is released. */
  readonly keepsCodes: boolean
  /** True if the relay masks card numbers in answers. */
  readonly masksAnswers: boolean
  /**
   * Returns true if the service itself still has the security code of a card. Leave it out if the
   * service can't be asked.
   */
  readonly hasCode?: (vaultReference: string) => Promise<boolean> | boolean
  /**
   * Returns the payload that a wallet in `decryptedWallets` of the vault hands to the page. Leave
   * it out if the vault decrypts no wallets.
   */
  readonly encryptWallet?: (
    wallet: string,
    card: WalletCard
  ) => Promise<WalletPayload> | WalletPayload
  /**
   * Returns an altered copy of such a payload, which the vault must not recognize. The default
   * changes a character in the middle of the longest text.
   */
  readonly alterWallet?: (payload: WalletPayload) => WalletPayload
  /**
   * The network tokens of the service. Leave it out if the vault has none. Every card of the rules
   * then has one.
   */
  readonly networkTokens?: VaultNetworkTokens
  /**
   * Returns texts in the syntax of the relay's marks that would reveal a card whose marks nobody
   * has requested. Leave it out if a text can't have that syntax.
   */
  readonly injections?: (vaultReference: string) => ReadonlyArray<string>
}

/** The payload of a wallet, as the page hands it in. */
export type WalletPayload = Parameters<NonNullable<CardVaultPort["storeWallet"]>>[0]["payload"]

/** The network tokens of a vault's service, independent of the vault. */
export interface VaultNetworkTokens {
  /** Returns the number of a card's network token. */
  readonly numberOf: (vaultReference: string) => string
  /** Returns the cryptograms that were issued for a card's network token, in their order. */
  readonly cryptogramsOf: (vaultReference: string) => ReadonlyArray<string>
  /** Suspends the network token of a card, so that it can't be charged. */
  readonly suspend: (vaultReference: string) => Promise<void> | void
}

/** The faults of a vault's service that rules cause. */
export interface VaultService {
  /** Makes all requests for cards end in this way until `clear`. */
  readonly breaksDown: (how: number | "breaksConnection") => Promise<void> | void
  /** The next request for a card is never answered. */
  readonly holdsAnswer: () => Promise<void> | void
  /**
   * The service itself answers the next relayed request with this status, and sends nothing to the
   * provider.
   */
  readonly refusesToRelay: (status: number) => Promise<void> | void
  /** The next relayed request is sent, and the service breaks the connection of the answer. */
  readonly losesAnswer: () => Promise<void> | void
  /** Removes all faults. It runs after each rule. */
  readonly clear: () => Promise<void> | void
}

/** One rule of the contract. */
export interface VaultRule {
  /** A sentence that states the rule. */
  readonly name: string
  /** Rejects if the vault or the relay breaks the rule. The error says what happened. */
  readonly run: () => Promise<void>
}
