import type Stripe from "stripe"
import type { ReadingContext } from "./readSubscription.ts"
import type { LeftReason, WaitReason } from "./reasons.ts"

/** The first charge that Stripe will not make any more, or has not made. */
export interface NextCharge {
  /** In milliseconds since the epoch. */
  readonly at: number
  /** True if Stripe let the current period pass without a charge, because it was frozen. */
  readonly isVoided: boolean
  readonly reasons: ReadonlyArray<WaitReason | LeftReason>
}

/**
 * Returns the next charge of a subscription, by what Stripe has invoiced. A period belongs to
 * Stripe from the moment of its invoice, unless the invoice was void from the beginning because
 * collection was paused. So while Stripe is about to charge, or is charging, nothing is decided.
 */
export const nextCharge = (
  subscription: Stripe.Subscription,
  isFrozen: boolean,
  { now, marginMs }: Pick<ReadingContext, "now" | "marginMs">
): NextCharge => {
  const [item] = subscription.items.data
  const start = item?.current_period_start ?? 0
  const end = item?.current_period_end ?? 0
  const at = (seconds: number, reasons: NextCharge["reasons"] = [], isVoided = false) => ({
    at: seconds * 1000,
    isVoided,
    reasons
  })
  const invoice = subscription.latest_invoice
  if (typeof invoice === "string") return at(end, ["period_without_invoice"])
  if (invoice?.status === "draft") return at(end, ["invoice_draft"])
  if (invoice?.status === "open") return at(end, ["invoice_open"])
  const until = Number(subscription.metadata.payloom_until ?? Number.NaN)
  if (isFrozen && invoice?.status === "void" && invoice.created >= until && start >= until) {
    return start === until ? at(start, [], true) : at(start, ["frozen_too_long"], true)
  }
  const isInvoiced =
    invoice === null || subscription.status === "trialing" || invoice.created >= start
  if (!isInvoiced) return at(end, ["period_without_invoice"])
  // After the end of a period Stripe needs a moment for its invoice. Before it, a freeze may come
  // too late. A frozen subscription gets no invoice, so the moment does not matter.
  const isNear = !isFrozen && end * 1000 - marginMs <= now
  return at(end, isNear ? ["at_boundary"] : [])
}
