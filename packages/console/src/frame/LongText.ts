import { setImmediate } from "node:timers/promises"

/**
 * A text of up to many megabytes, such as a file, in pieces. One string of it would hold up the
 * process while its memory is taken. No piece ends within a letter.
 */
export class LongText implements AsyncIterable<string> {
  readonly #pieces: ReadonlyArray<string>
  /** The number of characters. */
  readonly length: number

  constructor(pieces: ReadonlyArray<string>) {
    this.#pieces = pieces
    this.length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  /** Yields the pieces. Other code runs between them. */
  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (const piece of this.#pieces) {
      yield piece
      await setImmediate()
    }
  }
}
