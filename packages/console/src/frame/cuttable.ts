/** A long answer that can be cut off. */
export interface Cuttable {
  readonly body: ReadableStream<Uint8Array>
  /** Ends the answer with an error, so that nobody takes a part of a file for the whole file. */
  readonly cut: (reason: string) => void
}

/** The limits of a long answer. */
interface CuttableOptions {
  /** The longest time in which its reader reads nothing. */
  readonly idleMs: number
  /** Is called once, when the answer is over or its reader is gone. */
  readonly onGone: () => void
}

/** Passes an answer on, piece by piece, as its reader reads. */
export const cuttable = (
  whole: ReadableStream<Uint8Array>,
  { idleMs, onGone }: CuttableOptions
): Cuttable => {
  const reader = whole.getReader()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const over = (finish: () => void) => {
    if (isOver) return
    isOver = true
    clearTimeout(idle)
    finish()
    onGone()
  }
  const leave = (reason: unknown) => void reader.cancel(reason).catch(() => undefined)
  const cut = (reason: string) =>
    over(() => {
      controller?.error(new Error(reason))
      leave(reason)
    })
  const wait = () => {
    idle = setTimeout(cut, idleMs, "The reader stopped reading.")
    idle.unref?.()
  }
  const pull = async () => {
    clearTimeout(idle)
    const piece = await reader.read().catch((error: unknown) => {
      over(() => controller?.error(error))
      return null
    })
    if (isOver || piece === null) return
    if (piece.done) over(() => controller?.close())
    else {
      controller?.enqueue(piece.value)
      wait()
    }
  }
  const start = (given: ReadableStreamDefaultController<Uint8Array>) => {
    controller = given
    wait()
  }
  const cancel = (reason: unknown) => over(() => leave(reason))
  return { body: new ReadableStream({ start, pull, cancel }, { highWaterMark: 0 }), cut }
}
