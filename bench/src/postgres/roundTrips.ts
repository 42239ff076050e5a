import { connect, createServer, type Socket } from "node:net"

/** Counts how often a client waits for a database, through a door of its own. */
export interface RoundTrips {
  /** The database's address by way of that door. */
  readonly address: string
  /** How often the server answered what was sent since it had answered before. */
  readonly count: () => number
  readonly close: () => Promise<void>
}

/** Stands between clients and the database at an address. */
export const countRoundTrips = async (address: string): Promise<RoundTrips> => {
  const to = new URL(address)
  const open = new Set<Socket>()
  let trips = 0
  const server = createServer((client) => {
    const database = connect(Number(to.port), to.hostname)
    let isAsked = false
    client.on("data", (chunk) => {
      isAsked = true
      database.write(chunk)
    })
    database.on("data", (chunk) => {
      if (isAsked) trips += 1
      isAsked = false
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, database],
      [database, client]
    ] as const) {
      open.add(one.setNoDelay())
      one.on("error", () => other.destroy()).on("close", () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const through = new URL(address)
  const bound = server.address()
  if (typeof bound === "object" && bound !== null) through.port = String(bound.port)
  return {
    address: through.href,
    count: () => trips,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
