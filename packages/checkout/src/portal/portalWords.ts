import { markName } from "../look/markName.ts"
import { formatAmount, formatDate } from "../session/formatAmount.ts"
import type { PortalTexts } from "../texts/PortalTexts.ts"
import type { Texts } from "../texts/Texts.ts"
import type { LiveSubscription, Receipt, SavedInstrument } from "./PortalApi.ts"

/** The texts of the portal, and those of the payer's page that it uses. */
export interface PortalWords {
  readonly portal: PortalTexts
  readonly page: Texts
}

/** Returns the name of a saved card or debit. */
export const instrumentName = (
  { portal }: Pick<PortalWords, "portal">,
  { card, apm }: Pick<SavedInstrument, "card" | "apm">
): string => {
  if (card !== null) return portal.cardName(markName(card.brand), card.last4)
  const name = apm === null ? "" : (apm.bank ?? markName(apm.type))
  return apm?.last4 == null ? name : portal.cardName(name, apm.last4)
}

/** Returns the name of what paid a receipt. */
export const methodName = (
  { portal, page }: PortalWords,
  { method: { type, brand, last4 } }: Receipt
): string => {
  const name = brand === null ? (type === "card" ? page.byCard : markName(type)) : markName(brand)
  return last4 === null ? name : portal.cardName(name, last4)
}

/** Returns the expiry of a card, such as "Valid until 05/2030". */
export const expiryOf = (
  { portal }: Pick<PortalWords, "portal">,
  { exp_month: month, exp_year: year }: NonNullable<SavedInstrument["card"]>,
  now: Date
): { readonly text: string; readonly isExpired: boolean } => {
  const isExpired = now >= new Date(year, month, 1)
  const written = `${String(month).padStart(2, "0")}/${year}`
  return { text: isExpired ? portal.expired : portal.expires(written), isExpired }
}

/** Returns the price of a subscription, such as "9.00 € every month". */
export const priceOf = (
  { page }: Pick<PortalWords, "page">,
  { amount, currency, interval }: LiveSubscription
): string =>
  `${formatAmount(page, { amount, currency })} ${page.every(interval.count, interval.unit)}`

/** Returns the name of a subscription. */
export const subscriptionName = (
  { portal }: Pick<PortalWords, "portal">,
  { plan }: LiveSubscription
): string => plan ?? portal.subscription

/** Returns the names of subscriptions, each once. Unknown ids have the general name. */
export const namesOf = (
  words: PortalWords,
  ids: ReadonlyArray<string>,
  subscriptions: ReadonlyArray<LiveSubscription>
): string => {
  const names = ids.map((id) => {
    const found = subscriptions.find((subscription) => subscription.id === id)
    return found === undefined ? words.portal.subscription : subscriptionName(words, found)
  })
  return new Intl.ListFormat(words.portal.locale, { type: "conjunction" }).format(new Set(names))
}

/** Returns the status of a subscription in words, and if it needs the customer's attention. */
export const statusOf = (
  { portal }: Pick<PortalWords, "portal">,
  { status, cancel_at_period_end: isEnding }: LiveSubscription
): { readonly text: string; readonly isWrong: boolean } => {
  switch (status) {
    case "past_due":
      return { text: portal.statusPastDue, isWrong: true }
    case "paused":
      return { text: portal.statusPaused, isWrong: false }
    case "pending_first_payment":
      return { text: portal.statusPending, isWrong: false }
    case "trialing":
      return { text: isEnding ? portal.statusEnding : portal.statusTrialing, isWrong: false }
    default:
      return { text: isEnding ? portal.statusEnding : portal.statusActive, isWrong: false }
  }
}

/** Returns what happens next to a subscription, in sentences. */
export const prospectsOf = (
  { portal, page }: PortalWords,
  subscription: LiveSubscription
): ReadonlyArray<string> => {
  const { currency, overdue, next_charge: next, is_charging: isCharging } = subscription
  const money = (amount: string) => formatAmount(page, { amount, currency })
  const date = (time: string) => formatDate(page, time)
  if (isCharging) return [portal.charging]
  if (overdue !== null) {
    const { amount, next_retry_at: retry, needs_card: needsCard } = overdue
    return [
      portal.overdue(money(amount)),
      ...(retry === null ? [] : [portal.overdueRetry(date(retry))]),
      ...(needsCard ? [portal.overdueCard] : [])
    ]
  }
  if (subscription.cancel_at_period_end) return [portal.endsOn(date(subscription.period_end))]
  if (subscription.status === "paused") {
    const resumes = subscription.resumes_at
    return [portal.pausedText, ...(resumes === null ? [] : [portal.resumesOn(date(resumes))])]
  }
  return next === null ? [] : [portal.nextCharge(money(next.amount), date(next.at))]
}
