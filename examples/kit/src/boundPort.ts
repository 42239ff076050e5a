import { createServer, type Server } from "node:net"

/** A port that no other program can take any more. */
export interface BoundPort {
  readonly port: number
  /** A listener for the final server. Until then it closes every connection. */
  readonly listener: Server
}

/**
 * Binds a port, or any free port for 0. If this fails, nothing else was created yet. The engine
 * needs its own address before its server starts.
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
