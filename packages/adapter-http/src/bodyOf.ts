import type { WireCodec } from "@payloom/core"
import { Effect } from "effect"

/** The longest time for which an answer is encoded in one turn of the event loop. */
const mostMs = 5

/** Longer answers are encoded and sent in pieces of about so many characters. */
const pieceLength = 65_536

type Bytes = Uint8Array<ArrayBuffer>

/** JSON as text, in UTF-8, or in pieces of UTF-8 if it is long. */
export type Json = string | Bytes | ReadonlyArray<Bytes>

/**
 * Returns the JSON of an answer. If it is long, other requests run between its parts. One text of a
 * few megabytes would hold up the process while its memory is taken.
 */
export const bodyOf = <A>(
  { toBody, toParts }: Pick<WireCodec<A>, "toBody" | "toParts">,
  answer: A
): Effect.Effect<Json> =>
  toParts === undefined ? Effect.sync(() => toBody(answer)) : inPieces(toParts(answer))

const inPieces = Effect.fnUntraced(function* (parts: Iterable<string>) {
  const encoder = new TextEncoder()
  const pieces: Array<Bytes> = []
  let text = ""
  let begun = performance.now()
  for (const part of parts) {
    text += part
    if (text.length >= pieceLength) {
      pieces.push(encoder.encode(text))
      text = ""
    }
    if (performance.now() - begun < mostMs) continue
    yield* Effect.yieldNow
    begun = performance.now()
  }
  return pieces.length === 0 ? text : [...pieces, encoder.encode(text)]
})

/** A body for a `Response`. */
export interface Sent {
  readonly body: string | Bytes | ReadableStream<Bytes>
  readonly headers: Readonly<Record<string, string>>
}

/** Returns JSON as a body. Pieces are a stream, whose length is known. */
export const sentJson = (json: Json): Sent => {
  if (typeof json === "string" || json instanceof Uint8Array) return { body: json, headers: {} }
  const length = json.reduce((sum, piece) => sum + piece.byteLength, 0)
  const pieces = json.values()
  const body = new ReadableStream<Bytes>({
    pull: (controller) => {
      const { done, value } = pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    }
  })
  return { body, headers: { "Content-Length": `${length}` } }
}
