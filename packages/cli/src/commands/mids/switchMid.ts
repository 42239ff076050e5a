import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { confirm } from "../../command/confirm.ts"
import { midOutput } from "./listMids.ts"

/** Pauses a merchant account, and says if no other one is left. */
export const pauseMid: Run<{ readonly mid: string; readonly yes: boolean }, "database"> = async (
  { mid: id, yes },
  { target, terminal }
) => {
  const { merchant, scope } = await target.account()
  const others = (await merchant.routing.listMids()).filter((mid) => mid.enabled && mid.id !== id)
  const rest =
    others.length === 0
      ? "No other account is enabled, so charges will be declined."
      : `${others.length} other accounts stay enabled.`
  const question = `Pause ${id} in ${scope.mode} mode? ${rest}`
  if (!yes && !(await confirm(terminal, question))) {
    throw new CommandFailed("not_confirmed", "Nothing was changed.")
  }
  const mid = await merchant.routing.updateMid(id, { enabled: false })
  return { ...midOutput(mid), notes: [rest] }
}

/** Resumes a merchant account. */
export const resumeMid: Run<{ readonly mid: string }, "database"> = async ({ mid }, { target }) =>
  midOutput(await (await target.account()).merchant.routing.updateMid(mid, { enabled: true }))
