import { createServer } from "node:net"

/**
 * A port that is free now. The engine wants to know its own address before it listens, so a port
 * that the system may choose is chosen beforehand.
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
