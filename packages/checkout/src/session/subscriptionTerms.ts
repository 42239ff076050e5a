import type { Texts, Trial } from "../texts/Texts.ts"
import { formatAmount, formatDate } from "./formatAmount.ts"
import type { PayerSession, Renewal } from "./PayerApi.ts"

/** The terms of a subscription, as the payer reads them. */
export interface SubscriptionTerms {
  readonly today: string
  readonly later: string
  /** The end, or null if the subscription continues until somebody ends it. */
  readonly ends: string | null
}

/** Returns true if anything is charged after today. */
export const hasLater = (renewal: Renewal | null): renewal is Renewal =>
  renewal !== null && renewal.amount !== "0"

/** Returns the terms of a session in mode `subscription`. */
export const termsOf = (texts: Texts, session: PayerSession): SubscriptionTerms => {
  const { interval, renewal } = session
  const { terms } = texts
  if (interval === null || !hasLater(renewal)) {
    return { today: terms.today, later: terms.nothingLater, ends: null }
  }
  const written = (amount: string) => formatAmount(texts, { ...session, amount })
  const { setup_fee: fee, end_after_cycles: cycles } = renewal
  const amount = written(renewal.amount)
  return {
    today: fee === "0" ? terms.today : terms.todayWithFee(written(fee)),
    later: terms.later({
      amount,
      often: texts.every(interval.count, interval.unit),
      from: formatDate(texts, renewal.due_at),
      trial: trialOf(session, renewal, written)
    }),
    ends: cycles === null ? null : terms.ends(cycles, amount)
  }
}

/** Returns the trial. Its price is the amount that is due today, less the setup fee. */
const trialOf = (
  session: PayerSession,
  { trial_days: days, setup_fee: fee }: Renewal,
  written: (amount: string) => string
): Trial | null => {
  if (days === null) return null
  const price = BigInt(session.amount) - BigInt(fee)
  return { days, amount: price === 0n ? null : written(price.toString()) }
}
