import { billingCycleCodec, type Subscription, subscriptionCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import type { Section } from "../../output/Output.ts"
import { latestOf } from "../../target/collectPages.ts"

interface Given {
  readonly subscription: string
  readonly cycles: number
}

/** Shows a subscription and its billing cycles. */
export const showSubscription: Run<Given, "either"> = async (given, { target }) => {
  const { subscriptions } = await target.shop()
  const subscription = await subscriptions.retrieve(given.subscription)
  const cycles = await latestOf(given.cycles, (cursor) =>
    subscriptions.listCycles(given.subscription, cursor)
  )
  return {
    kind: "value",
    sections: [
      subscriptionSection(subscription),
      {
        title: "Billing cycles",
        table: {
          columns: [
            { title: "No.", align: "right" },
            { title: "Due (UTC)" },
            { title: "Status" },
            { title: "Amount", align: "right" },
            { title: "Payment" }
          ],
          rows: cycles.map((cycle) => [
            `${cycle.sequence}`,
            timeText(cycle.dueAt),
            statusCell(cycle.status),
            amountText(cycle.amount, cycle.currency),
            orDash(cycle.payment)
          ]),
          empty: "There are no cycles."
        }
      }
    ],
    json: {
      subscription: subscriptionCodec.encode(subscription),
      billing_cycles: cycles.map((cycle) => billingCycleCodec.encode(cycle))
    }
  }
}

const subscriptionSection = (subscription: Subscription): Section => {
  const { interval, currentPeriodStart, currentPeriodEnd } = subscription
  return {
    title: subscription.id,
    fields: [
      ["Status", statusCell(subscription.status)],
      ["Amount", amountText(subscription.amount, subscription.currency)],
      ["Every", `${interval.count} ${interval.unit}${interval.count === 1 ? "" : "s"}`],
      ["Period", `${timeText(currentPeriodStart)} to ${timeText(currentPeriodEnd)} UTC`],
      ["Paid until", timeText(subscription.paidUntil)],
      ["Cancels at end", subscription.cancelAtPeriodEnd ? "yes" : "no"],
      ["Customer", subscription.customer],
      ["Card or debit", subscription.paymentInstrument],
      ["Plan", orDash(subscription.plan)],
      ["Created", `${timeText(subscription.created)} UTC`]
    ]
  }
}
