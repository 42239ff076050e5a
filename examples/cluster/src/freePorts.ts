import { createServer } from "node:net"

/**
 * The range for ports. It is below the range for outgoing connections, so a server that restarts
 * finds its port free.
 */
const range = { from: 20_000, to: 30_000 }

/** Returns free ports of this machine. */
export const freePorts = async (count: number): Promise<ReadonlyArray<number>> => {
  const found = new Set<number>()
  while (found.size < count) {
    const port = range.from + Math.floor(Math.random() * (range.to - range.from))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
