import type { ClientRequest } from "node:http"
import type { Socket } from "node:net"
import { SendingFailed } from "./SendingFailed.ts"

/** The largest number of interim answers, such as early hints. */
const mostInterim = 100

/** The largest number of bytes before the answer. They include the certificates of TLS. */
const mostBytes = 256 * 1024

const lookEveryMs = 50

/**
 * Ends a request if its answer never begins but the other side sends interim answers or empty lines
 * without end. Node would read them for the whole time of the request, and one endpoint would use a
 * whole processor.
 */
export const boundHead = (outgoing: ClientRequest): void => {
  const refuse = () => {
    outgoing.destroy(new SendingFailed("Too much data came before the answer."))
  }
  let interim = 0
  outgoing.on("information", () => {
    interim += 1
    if (interim > mostInterim) refuse()
  })
  outgoing.once("socket", (socket: Socket) => {
    // A connection that was kept open has read earlier answers.
    const before = socket.bytesRead
    const timer = setInterval(() => {
      if (socket.bytesRead - before > mostBytes) refuse()
    }, lookEveryMs)
    const stop = () => clearInterval(timer)
    outgoing.once("response", stop).once("close", stop)
  })
}
