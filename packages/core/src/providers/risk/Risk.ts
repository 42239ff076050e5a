import { Context, Effect, Layer } from "effect"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { RouteFacts } from "../RouteFacts.ts"

/** What risk judges before a charge is sent. */
export interface RiskRequest {
  /** The merchant, and the mode. */
  readonly scope: Scope
  /** The payment and what is charged. */
  readonly facts: RouteFacts
  /** The card's fingerprint, null where no card pays. Customer fields are never looked at. */
  readonly fingerprint: string | null
}

/** Allowed, or refused for a reason that only the merchant's own side gets to see. */
export type RiskVerdict =
  | { readonly _tag: "Allow" }
  | { readonly _tag: "Refuse"; readonly reason: string }

/** Lets a charge be sent. */
export const allow: RiskVerdict = { _tag: "Allow" }

/** The port to whoever judges risk. The payer only ever learns "declined". */
export interface RiskPort {
  /** Whether a charge may be sent; refused, it is declined before anything is. */
  readonly assess: (request: RiskRequest) => Effect.Effect<RiskVerdict, StorageUnavailable>
  /**
   * For risk that counts what is stored: requests with the same key are judged one after the
   * other, each once the attempt of the one before it is stored, as far as one process sees them.
   * Null, or no such function, and nobody waits.
   */
  readonly lockKeyOf?: (request: RiskRequest) => string | null
}

/** Who judges risk for an engine. */
export class Risk extends Context.Service<Risk, RiskPort>()("@payloom/core/providers/risk/Risk") {
  /** Lets everything through. */
  static readonly layerAllow = Layer.succeed(Risk, { assess: () => Effect.succeed(allow) })
}
