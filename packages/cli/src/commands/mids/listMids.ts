import { type Mid, ResourceNotFound } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { statusCell, timeText } from "../../output/format.ts"
import type { ValueOutput } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"

/** Lists the merchant accounts of an account. */
export const listMids: Run<object, "database"> = async (_, { target }) => {
  const mids = await (await target.account()).merchant.routing.listMids()
  return {
    kind: "table",
    table: {
      columns: [
        { title: "Account" },
        { title: "Name", shrinks: true },
        { title: "Provider" },
        { title: "Status" },
        { title: "Currencies", shrinks: true },
        { title: "Methods" }
      ],
      rows: mids.map((mid) => [
        mid.id,
        mid.name,
        mid.provider,
        statusCell(statusOf(mid)),
        mid.currencies.join(" "),
        mid.methods.join(" ")
      ]),
      empty: "There are no merchant accounts in this mode."
    },
    json: { object: "list", data: wireForm(mids) }
  }
}

/** Shows one merchant account. */
export const showMid: Run<{ readonly mid: string }, "database"> = async (
  { mid: id },
  { target }
) => {
  const mids = await (await target.account()).merchant.routing.listMids()
  const mid = mids.find((each) => each.id === id)
  if (mid === undefined) throw new ResourceNotFound({ object: "mid", id })
  return midOutput(mid)
}

/** Returns a merchant account with all its fields. */
export const midOutput = (mid: Mid): ValueOutput => ({
  kind: "value",
  sections: [
    {
      title: mid.id,
      fields: [
        ["Name", mid.name],
        ["Status", statusCell(statusOf(mid))],
        ["Provider", mid.provider],
        ["Credentials", mid.credentials],
        ["Currencies", mid.currencies.join(" ")],
        ["Methods", mid.methods.join(" ")],
        ["Fee", `${mid.fee.basisPoints / 100} % and ${mid.fee.fixed} minor units`],
        ["Created", `${timeText(mid.created)} UTC`]
      ]
    }
  ],
  json: wireForm(mid)
})

const statusOf = ({ enabled }: Mid): string => (enabled ? "enabled" : "paused")
