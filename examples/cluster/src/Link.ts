import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

/** A network path to a port of this machine. It can be cut for a while. */
export interface Link {
  /** The port for those who use the path. */
  readonly port: number
  /** Stops all data in both directions, as if the cable was pulled out. No connection ends. */
  readonly cut: () => void
  /** Lets the data through again, including the data that waits. */
  readonly restore: () => void
  readonly stop: () => Promise<void>
}

/** The two sides of a connection. */
type Pair = readonly [Socket, Socket]

/** Opens a path from one port of this machine to another. */
export const openLink = async (port: number, target: number): Promise<Link> => {
  const pairs = new Set<Pair>()
  let isCut = false
  /** Clients that connected while the path was cut. */
  let waiting: Array<Socket> = []
  const join = (client: Socket): void => {
    const pair: Pair = [client, connect({ host: "127.0.0.1", port: target, noDelay: true })]
    pairs.add(pair)
    for (const [socket, other] of [pair, [pair[1], pair[0]] as const]) {
      socket.pipe(other)
      socket.on("error", () => undefined)
      socket.once("close", () => {
        if (!isCut) dropPair(pairs, pair)
      })
    }
  }
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    if (isCut) waiting.push(client.on("error", () => undefined))
    else join(client)
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  return {
    port,
    cut: () => {
      isCut = true
      for (const [one, other] of pairs) {
        one.unpipe(other).pause()
        other.unpipe(one).pause()
      }
    },
    restore: () => {
      isCut = false
      for (const pair of pairs) resume(pairs, pair)
      for (const client of waiting) if (!client.destroyed) join(client)
      waiting = []
    },
    stop: async () => {
      const closed = once(server, "close")
      server.close()
      for (const pair of pairs) dropPair(pairs, pair)
      for (const client of waiting) client.destroy()
      await closed
    }
  }
}

const resume = (pairs: Set<Pair>, pair: Pair): void => {
  const [one, other] = pair
  if (one.destroyed || other.destroyed) {
    dropPair(pairs, pair)
    return
  }
  one.pipe(other)
  other.pipe(one)
}

const dropPair = (pairs: Set<Pair>, pair: Pair): void => {
  pairs.delete(pair)
  for (const socket of pair) socket.destroy()
}
