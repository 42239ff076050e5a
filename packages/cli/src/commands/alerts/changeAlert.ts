import { type AlertView, alertAdvice } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { orDash, statusCell, timeText } from "../../output/format.ts"
import type { ValueOutput } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly alert: string
}

/** Takes an alert. */
export const takeAlert: Run<Given, "database"> = async ({ alert }, { target }) =>
  alertOutput(await (await target.account()).merchant.alerts.take(alert))

/** Resolves an alert, with a note if one is given. */
export const resolveAlert: Run<Given & { readonly note: string | undefined }, "database"> = async (
  { alert, note },
  { target }
) => {
  const { alerts } = (await target.account()).merchant
  return alertOutput(await alerts.resolve(alert, note === undefined ? {} : { note }))
}

/** Makes an alert open again. */
export const reopenAlert: Run<Given, "database"> = async ({ alert }, { target }) =>
  alertOutput(await (await target.account()).merchant.alerts.reopen(alert))

const alertOutput = (alert: AlertView): ValueOutput => ({
  kind: "value",
  sections: [
    {
      title: alert.id,
      fields: [
        ["Alert", alert.type],
        ["State", statusCell(alert.state)],
        ["About", alert.subject],
        ["Payment", orDash(alert.payment)],
        ["Taken by", orDash(alert.takenBy?.id ?? null)],
        ["Resolved by", orDash(alert.resolvedBy?.id ?? null)],
        ["Note", orDash(alert.note)],
        ["Created", `${timeText(alert.created)} UTC`]
      ]
    },
    ...(alert.state === "resolved"
      ? []
      : [{ title: "What to do", lines: [withoutLinks(alertAdvice(alert.type).action)] }])
  ],
  json: wireForm(alert)
})

/** The advice is Markdown. Its links lead nowhere on a terminal. */
const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
