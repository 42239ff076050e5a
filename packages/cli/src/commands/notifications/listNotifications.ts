import type { KeptNotification } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"
import { collectPages } from "../../target/collectPages.ts"

interface Given {
  readonly status: string | undefined
  readonly limit: number
}

/** Lists the notifications of an account that could not be booked, newest first. */
export const listNotifications: Run<Given, "database"> = async ({ status, limit }, { target }) => {
  const { notifications } = (await target.account()).merchant
  const query = status === undefined ? {} : { status: status as KeptNotification["status"] }
  const { data: found, nextCursor } = await collectPages(limit, undefined, (cursor) =>
    notifications.list({ ...query, ...cursor })
  )
  const hasMore = nextCursor !== null
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
