import type { Server } from "node:http"

/**
 * Takes no more requests and waits until those that run are answered. A connection that was busy
 * when it began is ended once it is idle: kept alive, it would hold up the end for seconds.
 */
export const closeServer = async (server: Server): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await new Promise((resolve) => server.close(resolve))
  clearInterval(sweep)
}
