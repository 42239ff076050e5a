import type { simulateRouting } from "../../payments/operations/simulateRouting.ts"
import type {
  createMid,
  listMids,
  routingRules,
  setRoutingRules,
  updateMid
} from "../../routing/mids.ts"
import type { CallStyle, OnBehalf } from "./CallStyle.ts"

/** Merchant accounts, routing rules, and what other rules would have done. Library calls. */
export interface Routing<F extends CallStyle> {
  /**
   * Adds a merchant account to charge on.
   *
   * Refused with `InvalidInput`, such as for a provider that isn't registered, or a currency that
   * it does not settle.
   */
  readonly createMid: OnBehalf<F, typeof createMid>
  /**
   * Changes a merchant account, by its id; what is not named stays.
   *
   * Refused with `InvalidInput` and `ResourceNotFound`.
   */
  readonly updateMid: OnBehalf<F, typeof updateMid>
  /** All merchant accounts, oldest first. */
  readonly listMids: OnBehalf<F, typeof listMids>
  /** The routing rules in force, in their order: the first whose conditions hold decides. */
  readonly rules: OnBehalf<F, typeof routingRules>
  /**
   * Replaces all routing rules; the first whose conditions hold decides. A rule that names the id
   * of one in force keeps that.
   *
   * Refused with `InvalidInput`, such as for a merchant account that there is none.
   */
  readonly setRules: OnBehalf<F, typeof setRoutingRules>
  /**
   * Routes up to 1,000 past attempts again, oldest first, by rules that are not in force: what they
   * would have changed. All merchant accounts count as healthy. Nothing is written.
   *
   * Refused with `InvalidInput`, as `setRules` is.
   */
  readonly simulate: OnBehalf<F, typeof simulateRouting>
}
