import { type Event, eventCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { timeText } from "../../output/format.ts"
import { note } from "../../output/note.ts"
import type { Cell, StreamLine } from "../../output/Output.ts"
import { followEvents } from "../../target/followEvents.ts"

interface Given {
  readonly type: ReadonlyArray<string>
  readonly from: number | undefined
  readonly once: boolean
}

/** Prints events as they happen. */
export const tailEvents: Run<Given, "either"> = async (
  given,
  { target, signal, terminal, json }
) => {
  const { events } = await target.shop()
  const from = given.from ?? Date.now()
  const following = { events, types: given.type, from, signal, waits: !given.once }
  if (!json && !given.once) {
    note(terminal, `Following events of ${target.name}. Ctrl-C ends.`)
  }
  return { kind: "stream", lines: linesOf(followEvents(following)) }
}

async function* linesOf(events: AsyncIterable<Event>): AsyncGenerator<StreamLine> {
  for await (const event of events) {
    yield { cells: eventCells(event), json: eventCodec.encode(event) }
  }
}

/** Returns the time, the type and the ids of an event. */
export const eventCells = (event: Event): ReadonlyArray<Cell> => {
  const { object } = event.data as { readonly object: unknown }
  const { id } = Object(object) as { readonly id?: unknown }
  return [
    { text: timeText(event.occurredAt), colour: "grey" },
    {
      text: event.type.padEnd(30),
      colour: /fail|declin|lost|past_due/.test(event.type) ? "red" : "bold"
    },
    typeof id === "string" ? id : "-",
    event.id
  ]
}
