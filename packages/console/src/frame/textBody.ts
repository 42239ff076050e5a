import { setImmediate } from "node:timers/promises"
import { Refused } from "./refusals.ts"

/** The limits of a body. */
export interface BodyLimits {
  readonly mostBytes: number
  /** The longest time until the whole body is there. */
  readonly limitMs: number
}

/** After so many bytes, other code runs, even if the whole body is there at once. */
const bytesAtOnce = 2 ** 20

/**
 * Reads a body as text, in pieces of at most 65,536 characters. Leaves a body that is too large or
 * too slow unread.
 */
export const textBody = async (
  { body }: Request,
  { mostBytes, limitMs }: BodyLimits
): Promise<ReadonlyArray<string>> => {
  if (body === null) return []
  const reader = body.getReader()
  const leave = () => void reader.cancel().catch(() => undefined)
  let isLate = false
  const patience = setTimeout(() => {
    isLate = true
    leave()
  }, limitMs)
  const text = new GrowingText()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new Refused(503, "timeout", "The request took too long. Try again.")
      if (done) return text.pieces()
      bytes += value.byteLength
      if (bytes > mostBytes) {
        leave()
        throw new Refused(413, "body_too_large", `The body may have at most ${mostBytes} bytes.`)
      }
      text.add(value)
      if (bytes % bytesAtOnce < value.byteLength) await setImmediate()
    }
  } finally {
    clearTimeout(patience)
  }
}

/** A text whose bytes arrive in pieces. It is decoded in blocks, however small the pieces are. */
class GrowingText {
  readonly #decoder = new TextDecoder()
  readonly #block = new Uint8Array(65_536)
  readonly #pieces: Array<string> = []
  #used = 0

  /** Adds a piece. */
  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.byteLength; ) {
      const part = piece.subarray(at, at + this.#block.byteLength - this.#used)
      this.#block.set(part, this.#used)
      this.#used += part.byteLength
      at += part.byteLength
      if (this.#used === this.#block.byteLength) this.#decode()
    }
  }

  /** Returns the text, after its last piece arrived. */
  pieces(): ReadonlyArray<string> {
    this.#decode()
    return [...this.#pieces, this.#decoder.decode()]
  }

  #decode(): void {
    this.#pieces.push(this.#decoder.decode(this.#block.subarray(0, this.#used), { stream: true }))
    this.#used = 0
  }
}
