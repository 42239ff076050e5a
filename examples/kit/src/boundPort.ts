import { createServer, type Server } from "node:net"

/** A port that nobody else gets any more. */
export interface BoundPort {
  readonly port: number
  /** To be handed on to the server that answers; who calls before is hung up on. */
  readonly listener: Server
}

/**
 * Takes a port, any free one for 0: before anything is made that would be left behind if it can't
 * be had, and since the engine wants to know its own address before it answers there.
 */
export const boundPort = (host: string, port: number): Promise<BoundPort> =>
  new Promise((resolve, reject) => {
    const listener = createServer((socket) => socket.destroy())
    listener.once("error", reject)
    listener.listen(port, host, () => {
      const address = listener.address()
      resolve({ listener, port: typeof address === "object" && address ? address.port : port })
    })
  })
