import { type Event, eventCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { note } from "../../output/note.ts"
import type { Cell, StreamLine } from "../../output/Output.ts"
import { followEvents } from "../../target/followEvents.ts"
import { eventCells } from "../events/tailEvents.ts"
import { type Forwarded, forwardWebhook, type Receiver, receiverAt } from "./forwardWebhook.ts"

interface Given {
  readonly forward: string
  readonly type: ReadonlyArray<string>
  readonly from: number | undefined
}

/** Forwards events as signed webhooks. */
export const listen: Run<Given, "either"> = async (given, { target, signal, terminal }) => {
  const receiver = receiverAt(given.forward, terminal.env)
  const { events } = await target.shop()
  // A wrong key or a wrong account is reported at once, not with the first event.
  await events.list({ limit: 1 })
  const from = given.from ?? Date.now()
  note(terminal, `Forwarding events of ${target.name} to ${receiver.url}. Ctrl-C ends.`)
  if (receiver.isNewSecret) note(terminal, `The webhooks are signed with ${receiver.secret}`)
  const following = { events, types: given.type, from, signal, waits: true }
  return { kind: "stream", lines: forwarded(followEvents(following), receiver, signal) }
}

async function* forwarded(
  events: AsyncIterable<Event>,
  receiver: Receiver,
  signal: AbortSignal
): AsyncGenerator<StreamLine> {
  for await (const event of events) {
    // The engine sends an event before any endpoint has accepted it.
    const body = eventCodec.toBody({ ...event, deliveredAt: null })
    const answer = await forwardWebhook(receiver, { id: event.id, body, signal })
    yield {
      cells: [answerCell(answer), ...eventCells(event)],
      json: { event: event.id, type: event.type, ...answerForm(answer) }
    }
  }
}

/** Returns the answer of a receiver for people: its status, or the reason without one. */
export const answerCell = ({ status, error }: Forwarded): Cell =>
  status === null
    ? { text: `no answer (${error})`, colour: "red" }
    : { text: `HTTP ${status}`, colour: status >= 200 && status < 300 ? "green" : "red" }

/** Returns the answer of a receiver for scripts. */
export const answerForm = ({ status, error, durationMs }: Forwarded) => ({
  status,
  error,
  duration_ms: durationMs
})
