import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

/** Where a fake is, on this machine alone. */
export interface LoopbackAddress {
  /** Such as `http://127.0.0.1:4242`. */
  readonly url: string
  readonly port: number
  /** Ends it, and every connection to it. */
  readonly close: () => Promise<void>
}

/** Has a server listen on a port of this machine, any that is free unless told. */
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
