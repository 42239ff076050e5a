import { Context, Effect, Layer, Option } from "effect"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { ProviderUnavailable } from "../../providers/errors.ts"
import type { RawNotification } from "../../providers/ProviderNotification.ts"
import type { VaultedCard, VaultUnavailable } from "../vault/CardVault.ts"

/** A saved card of which something changed: it was reissued, with a new expiry or a new number. */
export interface CardUpdate {
  /** Whose card it is, as the vault was told when it stored it. */
  readonly scope: Scope
  /** The reference that the engine has of it, or had. */
  readonly vaultReference: string
}

/**
 * The port to an account updater: whoever hears from the card networks, usually by way of the
 * vault, that saved cards were reissued. Its notifications only say which cards to look at; what
 * they are now is always asked anew. So news may come twice, late or out of order.
 */
export interface AccountUpdaterPort {
  /** Which cards a notification names; none where it isn't authentic. */
  readonly readNotification: (
    notification: RawNotification
  ) => Effect.Effect<Option.Option<ReadonlyArray<CardUpdate>>, ProviderUnavailable>
  /** The card as it is by now, under its newest reference; none where that isn't known. */
  readonly currentCard: (
    card: CardUpdate & {
      /** Keys the fingerprint, as it does when the vault stores a card. */
      readonly fingerprintKey: Uint8Array
    }
  ) => Effect.Effect<Option.Option<VaultedCard>, VaultUnavailable>
}

/** The account updater that an engine asks. */
export class AccountUpdater extends Context.Service<AccountUpdater, AccountUpdaterPort>()(
  "@payloom/core/cards/saved/AccountUpdater"
) {
  /** Hears of nothing. */
  static readonly layerSilent = Layer.succeed(AccountUpdater, {
    readNotification: () => Effect.succeed(Option.none()),
    currentCard: () => Effect.succeed(Option.none())
  })
}
