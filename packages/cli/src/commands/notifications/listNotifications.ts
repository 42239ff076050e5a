import type { KeptNotification } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly status: string | undefined
  readonly limit: number
}

/** Lists the notifications of an account that could not be booked, newest first. */
export const listNotifications: Run<Given, "database"> = async ({ status, limit }, { target }) => {
  const { notifications } = (await target.account()).merchant
  const found: Array<KeptNotification> = []
  let hasMore = false
  const query = status === undefined ? {} : { status: status as KeptNotification["status"] }
  for await (const one of notifications.iterate({ ...query, limit: Math.min(limit, 100) })) {
    hasMore = found.length === limit
    if (hasMore) break
    found.push(one)
  }
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Time (UTC)" },
        { title: "Kind" },
        { title: "State there" },
        { title: "Amount", align: "right" },
        { title: "Obstacle" },
        { title: "Status" },
        { title: "Payment", shrinks: true },
        { title: "Id" }
      ],
      rows: found.map((one) => [
        timeText(one.created),
        one.kind,
        one.state,
        amountOf(one),
        one.obstacle,
        statusCell(one.status),
        orDash(one.payment),
        one.id
      ]),
      empty: "Every notification was booked."
    },
    json: { object: "list", data: wireForm(found), has_more: hasMore },
    notes: [
      ...(hasMore ? [`There are more than ${limit}: raise --limit, or choose a --status.`] : []),
      ...(found.some((one) => one.status === "kept")
        ? ["The console tries one again, and so does notifications.replay of the library."]
        : [])
    ]
  }
}

const amountOf = ({ amount, currency }: KeptNotification): string =>
  amount === null || currency === null ? "-" : amountText(amount, currency)
