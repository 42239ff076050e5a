import type { Mutation } from "./Mutation.ts"

const outcomes = "billing/transitions/cycleOutcomes.ts"
const ends = "billing/transitions/endSubscription.ts"

/** Errors in subscriptions and their cycles. */
export const billingMutations: ReadonlyArray<Mutation> = [
  {
    name: "Months are counted from the last cycle, not from the anchor.",
    file: "billing/calendar.ts",
    at: "const day = Math.min(«from.getUTCDate()», daysInMonth(month))",
    to: "Math.min(from.getUTCDate(), 28)",
    workload: "subscriptions"
  },
  {
    name: "A week has six days.",
    file: "billing/calendar.ts",
    at: "return inTime(anchor + so * «7» * dayMs)",
    to: "6",
    workload: "subscriptions"
  },
  {
    name: "A trial is a day too long.",
    file: "billing/Terms.ts",
    at: "trial === null ? null : now + «trial.days» * dayMs",
    to: "(trial.days + 1)",
    workload: "subscriptions"
  },
  {
    name: "The setup fee is charged with each cycle.",
    file: "billing/Terms.ts",
    at: "«isFirstCycle(terms, cycle)» ? firstCharge(terms)",
    to: "true",
    workload: "subscriptions"
  },
  {
    name: "A cycle is charged before it is due.",
    file: "billing/nextBillingAction.ts",
    at: "if (now >= «cycle.row.dueAt») {",
    to: "cycle.row.dueAt - 8 * 86_400_000",
    workload: "subscriptions"
  },
  {
    name: "A paid cycle is charged again.",
    file: outcomes,
    at: "unpaid: «openAfter(rows, cycle.sequence)»\n  })\n  return { ...withPaidStatus",
    to: "cycle.sequence",
    workload: "subscriptions"
  },
  {
    name: "A paid cycle does not move the end of the paid time.",
    file: outcomes,
    at: "paidUntil: «Math.max(before.paidUntil ?? 0, cycle.periodEnd)»",
    to: "before.paidUntil ?? cycle.periodStart",
    workload: "subscriptions"
  },
  {
    name: "A charge is not counted in its cycle.",
    file: outcomes,
    at: "payment,\n    attemptCount: «cycle.attemptCount + 1»",
    to: "cycle.attemptCount",
    workload: "subscriptions"
  },
  {
    name: "A cycle does not name its payment.",
    file: outcomes,
    at: 'cycleAfter(cycle, [...becomeDue(cycle), "charge"], {\n    «payment»',
    to: "payment: null",
    workload: "subscriptions"
  },
  {
    name: "A renewal has no event.",
    file: outcomes,
    at: 'subscriptionAfter(subscription, "activate"), events: «renewed» }\n  }',
    to: "[]",
    workload: "subscriptions"
  },
  {
    name: "A canceled subscription keeps its open cycles.",
    file: ends,
    at: 'if (isOpen(row)) return «[cycleAfter(row, ["cancel"])]»',
    to: "[]",
    workload: "subscriptions"
  },
  {
    name: "A subscription that ended has no time of its end.",
    file: ends,
    at: "canceledAt: «now»",
    to: "null",
    workload: "subscriptions"
  },
  {
    name: "A cancellation has no event.",
    file: ends,
    at: 'events: «["subscription.canceled"]»\n})\n\n/** Ends a subscription whose first',
    to: "[]",
    workload: "subscriptions"
  },
  {
    name: "A pause shifts the schedule by half of its length.",
    file: "billing/transitions/pauses.ts",
    at: "? shifted(rows, «at - pause.at»)",
    to: "Math.floor((at - pause.at) / 2)",
    workload: "subscriptions"
  },
  {
    name: "A shifted cycle keeps its old dates.",
    file: "billing/transitions/pauses.ts",
    at: "return isLater ? [{ ...row, ...«datesOf(anchored, row.sequence)» }] : []",
    to: "{}",
    workload: "subscriptions"
  },
  {
    name: "One cycle fewer is created ahead.",
    file: "billing/cycles/cycleSchedule.ts",
    at: "Math.min(«subscription.cycle + cyclesAhead», lastSequence(subscription))",
    to: "subscription.cycle + cyclesAhead - 1",
    workload: "subscriptions"
  },
  {
    name: "A subscription goes on after its last cycle.",
    file: "billing/cycles/cycleSchedule.ts",
    at: "? Number.POSITIVE_INFINITY : «terms.endAfterCycles + skipped»",
    to: "terms.endAfterCycles + 1",
    workload: "subscriptions"
  },
  {
    name: "A subscription has no billing job.",
    file: "billing/BillingRows.ts",
    at: "if («at === null») return removeJob(job)",
    to: "true",
    workload: "subscriptions"
  },
  {
    name: "A renewal charges another amount than the price.",
    file: "billing/chargeCycle.ts",
    at: "const amount = «chargeOf(terms, cycle.row)»",
    to: "chargeOf(terms, cycle.row) + 1n",
    workload: "subscriptions"
  },
  {
    name: "A payment of a cycle does not name it.",
    file: "billing/chargeCycle.ts",
    at: "billingCycle: «cycle.row.id»",
    to: "undefined",
    workload: "subscriptions"
  }
]
