import { type AlertView, alertAdvice, type KeptNotification } from "@payloom/core"
import { Schema } from "effect"
import { Refused } from "../../frame/refusals.ts"
import type { Act, ConsoleMerchant, Read, Room } from "../../Room.ts"
import { actWithoutInput } from "../actWithoutInput.ts"
import { inputReader } from "../inputReader.ts"
import { type AlertsPage, alertStates } from "./AlertsPage.ts"

const rowsOfPage = 50

const readAlerts: Read = {
  path: "/alerts",
  run: async ({ merchant, query }): Promise<AlertsPage> => {
    const asked = query.get("state") ?? "open"
    const state = alertStates.find((known) => known === asked)
    if (state === undefined) {
      throw new Refused(400, "filter_invalid", "The state must be open, taken or resolved.")
    }
    const after = query.get("startingAfter") ?? ""
    const { data, nextCursor } = await merchant.alerts.list({
      state,
      limit: rowsOfPage,
      ...(after === "" ? {} : { startingAfter: after })
    })
    const notifications = await Promise.all(data.map((alert) => notificationOf(merchant, alert)))
    const advised = data.map((alert, at) => ({
      ...alert,
      advice: alertAdvice(alert.type),
      notification: notifications[at] ?? null
    }))
    return { data: advised, nextCursor }
  }
}

/** Returns the notification of an alert. Null if it is about none, or if it was deleted since. */
const notificationOf = async (
  { notifications }: ConsoleMerchant,
  { type, subject }: AlertView
): Promise<KeptNotification | null> =>
  type === "alert.notice_kept" ? notifications.retrieve(subject).catch(() => null) : null

const readNote = inputReader(Schema.Struct({ note: Schema.optionalKey(Schema.String) }))

const acts: ReadonlyArray<Act> = [
  actWithoutInput("alerts.take", ({ alerts }, id) => alerts.take(id)),
  {
    name: "alerts.resolve",
    role: "operator",
    run: ({ merchant, subject, input }) => merchant.alerts.resolve(subject, readNote(input))
  },
  actWithoutInput("alerts.reopen", ({ alerts }, id) => alerts.reopen(id))
]

/** Alerts, with what to do about them, and who does. */
export const alertsRoom: Room = { reads: [readAlerts], acts }
