import type { SubscriptionView } from "../../../rooms/subscriptions/SubscriptionView.ts"
import type { Wire } from "../../../Wire.ts"
import { dayOf } from "../../format/day.tsx"
import { money } from "../../format/money.ts"
import { count } from "../../format/words.ts"

type View = Wire<SubscriptionView>

const dayMs = 86_400_000

/** Returns the sentences that say what a pause will do. */
export const pausePreview = (
  { upcoming }: View,
  behavior: "shift" | "skip",
  resumesAt: number | null
): string => {
  if (behavior === "skip" && resumesAt === null) return "Choose the day on which it resumes."
  const until = resumesAt === null ? "until somebody resumes it" : `until ${dayOf(resumesAt)}`
  const next = upcoming.charges[0]
  const planned = next === undefined ? "" : ` The next charge was planned for ${dayOf(next.at)}.`
  const flight = upcoming.inFlight === null ? "" : " The charge in flight is completed."
  return (
    `Nothing is charged ${until}.${planned} ` +
    (behavior === "shift"
      ? "All later charges move by the length of the pause."
      : "Charges that fall into the pause are left out, and later ones keep their dates.") +
    flight
  )
}

/** Returns the sentences that say what a resumption will do. */
export const resumePreview = ({ pause, now }: View): string => {
  const days = pause === null ? 0 : Math.round((now - pause.at) / dayMs)
  return (
    "The subscription goes on as it was before the pause. All later charges move by the length " +
    `of the pause, ${days === 0 ? "less than a day" : count(days, "day")}.`
  )
}

/** Returns the sentences that say what a cancellation will do. */
export const cancelPreview = (
  { subscription, upcoming, now }: View,
  when: "period_end" | "now"
): string => {
  const { currentPeriodEnd, paidUntil, status, amount, currency } = subscription
  if (when === "period_end") {
    const overdue =
      status === "past_due"
        ? ` ${money(amount, currency)} that is overdue is still charged until then.`
        : ""
    return `It ends on ${dayOf(currentPeriodEnd)}, and is not renewed.${overdue}`
  }
  const flight = upcoming.inFlight === null ? "" : " The charge in flight is refunded."
  const keeps =
    paidUntil !== null && paidUntil > now
      ? ` The customer keeps access until ${dayOf(paidUntil)}, because it is paid for.`
      : ""
  return `It ends now. Nothing is charged any more, and nothing is refunded.${flight}${keeps}`
}
