import type { Providers } from "./openShop.ts"
import type { WalletProviders } from "./openWalletShop.ts"
import type { VaultName } from "./vaultFakes.ts"

/** A card that the engine's process saves and charges. */
export interface EngineJob {
  readonly vault: VaultName
  /** The options of the vault's fake. */
  readonly options: object
  /** The text of the card field. */
  readonly encrypted: string
  readonly providers: Providers
}

/** A wallet that the engine's process lets Basis Theory decrypt, and charges. */
export interface WalletJob {
  /** The options of Basis Theory's fake. */
  readonly options: object
  /** The payload of Apple Pay. */
  readonly payload: { readonly [key: string]: unknown }
  readonly providers: WalletProviders
}

/** The first message of the services' process. */
export interface Services {
  /** The card numbers, in the order of the jobs. The last one is the wallet's device number. */
  readonly numbers: ReadonlyArray<string>
  readonly jobs: ReadonlyArray<EngineJob>
  readonly walletJob: WalletJob
}

/** The second message of the services' process. */
export interface Charged {
  /** The numbers that Adyen charged, in the order of the jobs. */
  readonly charged: ReadonlyArray<string>
  /** The numbers of the network tokens. */
  readonly tokens: ReadonlyArray<string>
}

/** The message of the engine's process after the last payment. */
export interface EngineAnswer {
  readonly payments: ReadonlyArray<{
    readonly vault: VaultName
    readonly status: string
    readonly providers: ReadonlyArray<string>
  }>
  readonly wallet: { readonly status: string; readonly providers: ReadonlyArray<string> }
}
