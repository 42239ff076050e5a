import { EventCollection, InternalEventType, idBounds } from "@payloom/core"
import { Effect } from "effect"
import type { Run } from "../../command/Command.ts"
import { timeText } from "../../output/format.ts"

interface Given {
  readonly from: number | undefined
  readonly limit: number
}

const alertTypes = InternalEventType.literals.filter((type) => type.startsWith("alert."))

/** Lists the alerts of an account, newest first. An alert is an event. */
export const listAlerts: Run<Given, "database"> = async ({ from, limit }, { target }) => {
  const { scope } = await target.account()
  const page = target.storage.page(scope, EventCollection, {
    where: { type: alertTypes },
    order: "desc",
    limit,
    ...(from === undefined ? {} : { idFrom: idBounds("event", from).first })
  })
  const alerts = (await Effect.runPromise(page)).map(({ row }) => row)
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Time (UTC)" },
        { title: "Alert" },
        { title: "About" },
        { title: "Payment" },
        { title: "Event" }
      ],
      rows: alerts.map(({ occurredAt, type, data, id }) => [
        timeText(occurredAt),
        type,
        String((Object(data.object) as { readonly id?: unknown }).id ?? "-"),
        data.payment_id ?? "-",
        id
      ]),
      empty: "There are no alerts."
    },
    json: {
      object: "list",
      data: alerts.map(({ id, type, occurredAt, data }) => ({
        id,
        type,
        occurred_at: new Date(occurredAt).toISOString(),
        data
      }))
    },
    notes: alerts.length === 0 ? [] : ["docs/operating/alerts.md says what to do about each."]
  }
}
