import { Context, Effect, Layer, Option } from "effect"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ProviderUnavailable } from "../../providers/errors.ts"
import type { RawNotification } from "../../providers/ProviderNotification.ts"
import type { VaultedCard, VaultUnavailable } from "../vault/CardVault.ts"

/** A saved card that was reissued, with a new expiry date or a new number. */
export interface CardUpdate {
  /** The tenant and mode of the card, as the vault got them when it stored the card. */
  readonly scope: Scope
  /** The card's reference in the engine, now or before. */
  readonly vaultReference: string
}

/**
 * The port to an account updater. It learns from the card networks, usually through the vault, that
 * saved cards were reissued. Its notifications only say which cards changed. The engine then reads
 * the current card. So notifications may come twice, late or out of order.
 */
export interface AccountUpdaterPort {
  /** Returns the cards of a notification, or none if it isn't authentic. */
  readonly readNotification: (
    notification: RawNotification
  ) => Effect.Effect<Option.Option<ReadonlyArray<CardUpdate>>, ProviderUnavailable>
  /** Returns the current card with its newest reference, or none if it isn't known. */
  readonly currentCard: (
    card: CardUpdate & {
      /** The key of the fingerprint. It is the same as when the vault stores a card. */
      readonly fingerprintKey: Uint8Array
    }
  ) => Effect.Effect<Option.Option<VaultedCard>, VaultUnavailable>
}

/** The account updater of an engine. */
export class AccountUpdater extends Context.Service<AccountUpdater, AccountUpdaterPort>()(
  "@payloom/core/cards/saved/AccountUpdater"
) {
  /** The stand-in for engines without an account updater. */
  static readonly layerSilent = Layer.succeed(AccountUpdater, {
    readNotification: () => Effect.succeed(Option.none()),
    currentCard: () => Effect.succeed(Option.none())
  })
}
