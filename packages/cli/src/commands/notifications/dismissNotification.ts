import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { confirm } from "../../command/confirm.ts"
import { orDash, statusCell } from "../../output/format.ts"
import { wireForm } from "../../output/wireForm.ts"

interface Given {
  readonly notification: string
  readonly yes: boolean
}

/** Closes a notification without booking it, after it said what that does. */
export const dismissNotification: Run<Given, "database"> = async (
  { notification: id, yes },
  { target, terminal }
) => {
  const { notifications } = (await target.account()).merchant
  const { kind, state, providerReference } = await notifications.retrieve(id)
  const question =
    `Dismiss ${id} (${kind} ${providerReference}, ${state}) without booking it? ` +
    "Refunds of its payment no longer wait for it."
  if (!yes && !(await confirm(terminal, question))) {
    throw new CommandFailed("not_confirmed", "Nothing was dismissed.")
  }
  const dismissed = await notifications.dismiss(id)
  return {
    kind: "value",
    sections: [
      {
        title: id,
        fields: [
          ["Status", statusCell(dismissed.status)],
          ["Payment", orDash(dismissed.payment)]
        ]
      }
    ],
    json: wireForm(dismissed)
  }
}
