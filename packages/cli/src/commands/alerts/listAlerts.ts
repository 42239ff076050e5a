import type { AlertView } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { orDash, statusCell, timeText } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly state: string | undefined
  readonly from: number | undefined
  readonly limit: number
}

/** Lists the alerts of an account, newest first. */
export const listAlerts: Run<Given, "database"> = async (
  { state, from = 0, limit },
  { target }
) => {
  const { alerts } = (await target.account()).merchant
  const found: Array<AlertView> = []
  let hasMore = false
  const query = state === undefined ? {} : { state: state as AlertView["state"] }
  for await (const alert of alerts.iterate({ ...query, limit: Math.min(limit, 100) })) {
    if (alert.created < from) break
    hasMore = found.length === limit
    if (hasMore) break
    found.push(alert)
  }
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Time (UTC)" },
        { title: "Alert" },
        { title: "State" },
        { title: "Taken by", shrinks: true },
        { title: "About" },
        { title: "Id" }
      ],
      rows: found.map(({ created, type, state: own, takenBy, subject, id }) => [
        timeText(created),
        type,
        statusCell(own),
        orDash(takenBy?.name ?? takenBy?.id ?? null),
        subject,
        id
      ]),
      empty: "There are no alerts."
    },
    json: { object: "list", data: wireForm(found), has_more: hasMore },
    notes: [
      ...(hasMore ? [`There are more than ${limit}: raise --limit, or choose a --state.`] : []),
      ...(found.length === 0 ? [] : ["docs/operating/alerts.md says what to do about each."])
    ]
  }
}
