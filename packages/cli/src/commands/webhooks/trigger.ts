import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import type { Run } from "../../command/Command.ts"
import { CommandFailed } from "../../command/CommandFailed.ts"
import { exitCodes } from "../../command/exitCodes.ts"
import { forwardWebhook, receiverAt } from "./forwardWebhook.ts"
import { answerCell, answerForm } from "./listen.ts"
import { playScene } from "./playScene.ts"
import { triggers } from "./triggers.ts"

interface Given {
  readonly event: string
  readonly forward: string
  readonly save: string | undefined
}

/** Sends a webhook of one type. Fails if the receiver does not accept it. */
export const trigger: Run<Given, "nothing"> = async ({ event: type, forward, save }, context) => {
  const { terminal, signal } = context
  const receiver = receiverAt(forward, terminal.env)
  const scene = triggers[type]
  const events = scene === undefined ? [] : await playScene(scene)
  const event = events.findLast((each) => each.type === type)
  if (event === undefined) throw new CommandFailed("no_event", `The sandbox caused no ${type}.`)
  if (save !== undefined) writeFileSync(resolve(terminal.cwd, save), event.body)
  const answer = await forwardWebhook(receiver, { ...event, signal })
  const isTaken = answer.status !== null && answer.status >= 200 && answer.status < 300
  return {
    kind: "value",
    sections: [
      {
        fields: [
          ["Event", event.id],
          ["Type", type],
          ["Answer", answerCell(answer)],
          ["Took", `${answer.durationMs} ms`]
        ]
      }
    ],
    json: { event: event.id, type, ...answerForm(answer) },
    notes: receiver.isNewSecret ? [`The webhook is signed with ${receiver.secret}`] : [],
    exitCode: isTaken ? exitCodes.done : exitCodes.failed
  }
}
