import { createServer } from "node:net"

/**
 * Returns a free port. The engine needs its own address before its server listens, so the system
 * chooses the port beforehand.
 */
export const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0))
    })
  })
