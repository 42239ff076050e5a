import type { WireCodec } from "@payloom/core"
import { Effect } from "effect"

/** The longest time for which an answer is encoded in one turn of the event loop. */
const mostMs = 5

/** Returns the JSON text of an answer. If it is long, other requests run between its parts. */
export const bodyOf = <A>(
  { toBody, toParts }: Pick<WireCodec<A>, "toBody" | "toParts">,
  answer: A
): Effect.Effect<string> =>
  toParts === undefined ? Effect.sync(() => toBody(answer)) : joined(toParts(answer))

const joined = Effect.fnUntraced(function* (parts: Iterable<string>) {
  let text = ""
  let begun = performance.now()
  for (const part of parts) {
    text += part
    if (performance.now() - begun < mostMs) continue
    yield* Effect.yieldNow
    begun = performance.now()
  }
  return text
})
