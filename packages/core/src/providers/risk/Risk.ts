import { Context, Effect, Layer } from "effect"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { StorageUnavailable } from "../../platform/storage/Storage.ts"
import type { RouteFacts } from "../RouteFacts.ts"

/** A charge to assess before it is sent. */
export interface RiskRequest {
  /** The merchant and the mode. */
  readonly scope: Scope
  /** The facts of the charge. */
  readonly facts: RouteFacts
  /** The card's fingerprint. Null if there is no card. Customer fields are not assessed. */
  readonly fingerprint: string | null
}

/** Allowed, or refused for a reason that only the merchant sees. */
export type RiskVerdict =
  | { readonly _tag: "Allow" }
  | { readonly _tag: "Refuse"; readonly reason: string }

/** The verdict that lets a charge be sent. */
export const allow: RiskVerdict = { _tag: "Allow" }

/** The port to a risk service. The payer only ever learns that the charge was declined. */
export interface RiskPort {
  /** Returns the verdict on a charge. A refused charge is declined before anything is sent. */
  readonly assess: (request: RiskRequest) => Effect.Effect<RiskVerdict, StorageUnavailable>
  /**
   * Returns a key for risk that counts stored attempts. Requests with the same key are assessed one
   * after the other within one process, each after the attempt of the previous one is stored. If
   * the key is null, or without this function, no request waits.
   */
  readonly lockKeyOf?: (request: RiskRequest) => string | null
}

/** The risk service of an engine. */
export class Risk extends Context.Service<Risk, RiskPort>()("@payloom/core/providers/risk/Risk") {
  /** Allows every charge. */
  static readonly layerAllow = Layer.succeed(Risk, { assess: () => Effect.succeed(allow) })
}
