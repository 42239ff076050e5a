import type { ClientRequest } from "node:http"
import type { Socket } from "node:net"
import { SendingFailed } from "./SendingFailed.ts"

/** The most interim answers, such as early hints. */
const mostInterim = 100

/** The most bytes before the answer. The certificates of TLS are among them. */
const mostBytes = 256 * 1024

const lookEveryMs = 50

/**
 * Ends a request whose answer never begins although the other side sends without end: interim
 * answers, or empty lines. Node reads all of that, as fast as it comes, for as long as the request
 * may take, and one endpoint would have a whole processor.
 */
export const boundHead = (outgoing: ClientRequest): void => {
  const refuse = () => {
    outgoing.destroy(new SendingFailed("Too much was sent before the answer."))
  }
  let interim = 0
  outgoing.on("information", () => {
    interim += 1
    if (interim > mostInterim) refuse()
  })
  outgoing.once("socket", (socket: Socket) => {
    // One that was kept has read the answers to earlier webhooks.
    const before = socket.bytesRead
    const timer = setInterval(() => {
      if (socket.bytesRead - before > mostBytes) refuse()
    }, lookEveryMs)
    const stop = () => clearInterval(timer)
    outgoing.once("response", stop).once("close", stop)
  })
}
