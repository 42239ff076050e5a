/** An open stream of a page. */
export interface Viewer {
  /** Sends a piece. Returns false if the page reads too slowly, and its stream was ended. */
  readonly send: (piece: Uint8Array) => boolean
  readonly end: () => void
}

/** The number of unread pieces after which a slow page is dropped. */
const mostUnread = 16

/** Returns the body of a stream, and the viewer that sends its pieces. */
export const openViewer = (onGone: () => void): readonly [ReadableStream<Uint8Array>, Viewer] => {
  let isOver = false
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const over = (finish: () => void) => {
    if (isOver) return
    isOver = true
    finish()
    onGone()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given
      },
      cancel: () => over(() => undefined)
    },
    new CountQueuingStrategy({ highWaterMark: mostUnread })
  )
  const end = () => over(() => controller?.close())
  const send = (piece: Uint8Array): boolean => {
    if (isOver) return false
    if ((controller?.desiredSize ?? 0) > 0) {
      controller?.enqueue(piece)
      return true
    }
    over(() => controller?.error(new Error("The page reads too slowly.")))
    return false
  }
  return [body, { send, end }]
}
