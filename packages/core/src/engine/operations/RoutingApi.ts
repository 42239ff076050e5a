import type { simulateRouting } from "../../payments/operations/simulateRouting.ts"
import type { accountHealth } from "../../routing/accountHealth.ts"
import type { createMid, listMids, updateMid } from "../../routing/mids.ts"
import type { routingRules, setRoutingRules } from "../../routing/setRules.ts"
import type { CallStyle, OnBehalf } from "./CallStyle.ts"

/** Merchant accounts, routing rules, and simulation of other rules. Library only. */
export interface Routing<F extends CallStyle> {
  /**
   * Creates a merchant account to charge on.
   *
   * Refused with `InvalidInput`, such as for a provider that isn't registered, or a currency that
   * it does not settle.
   */
  readonly createMid: OnBehalf<F, typeof createMid>
  /**
   * Changes the given fields of a merchant account, by its id.
   *
   * Refused with `InvalidInput` and `ResourceNotFound`.
   */
  readonly updateMid: OnBehalf<F, typeof updateMid>
  /** Returns all merchant accounts, oldest first. */
  readonly listMids: OnBehalf<F, typeof listMids>
  /**
   * Returns the health of all merchant accounts, oldest first, as this process knows it. An
   * unhealthy account is chosen only if no other can take the payment.
   */
  readonly health: OnBehalf<F, typeof accountHealth>
  /** Returns the routing rules in force, in order. The first rule whose conditions hold decides. */
  readonly rules: OnBehalf<F, typeof routingRules>
  /**
   * Replaces all routing rules. The first rule whose conditions hold decides. A rule with the id of
   * a rule in force keeps that id.
   *
   * Refused with `InvalidInput`, such as for an unknown merchant account. Its `param` is
   * `replacing` if the option was given and other rules are in force.
   */
  readonly setRules: OnBehalf<F, typeof setRoutingRules>
  /**
   * Routes up to 1,000 past attempts again, oldest first, by rules that are not in force. Returns
   * what would have changed. All merchant accounts count as healthy. Nothing is written.
   *
   * Refused with `InvalidInput`, like `setRules`.
   */
  readonly simulate: OnBehalf<F, typeof simulateRouting>
}
