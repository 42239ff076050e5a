import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** The address of a fake, which only this machine can reach. */
export interface LoopbackAddress {
  /** For example `http://127.0.0.1:4242`. */
  readonly url: string
  readonly port: number
  /** Closes the server and all its connections. */
  readonly close: () => Promise<void>
}

/** Starts a server on a port of this machine. Without `wanted`, uses any free port. */
export const onLoopback = async (server: Server, wanted = 0): Promise<LoopbackAddress> => {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(wanted, "127.0.0.1", resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    }
  }
}
