import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http"
import https from "node:https"
import type { AddressInfo, Server as NetServer, Socket } from "node:net"
import { text } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import { shopCertificate } from "./shopCertificate.ts"

/** A server of a test, on a free port of this machine. */
export interface Listening {
  readonly port: number
  /** Returns the number of connections so far. */
  readonly connections: () => number
  /** Returns the number of open connections. */
  readonly open: () => number
}

/** Makes a server listen until the test ends. */
export const listenFor = async (server: NetServer): Promise<Listening> => {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on("connection", (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections, open: () => sockets.size }
}

/** A request that arrived. */
interface Arrived {
  readonly request: IncomingMessage
  readonly body: string
}

/** An endpoint, and the requests that arrived. */
export interface Endpoint extends Listening {
  readonly arrived: Array<Arrived>
}

const answer204: RequestListener = (_, response) => response.writeHead(204).end()

/** Starts an endpoint that reads each request and then answers it. Default: 204. */
export const startEndpoint = (listener?: RequestListener): Promise<Endpoint> =>
  endpointOn(createServer(), listener)

/** Does the same over TLS, with the certificate of shop.example. */
export const startTlsEndpoint = (listener?: RequestListener): Promise<Endpoint> =>
  endpointOn(https.createServer(shopCertificate), listener)

const endpointOn = async (
  server: Server | https.Server,
  listener: RequestListener = answer204
): Promise<Endpoint> => {
  const arrived: Array<Arrived> = []
  server.on("request", async (request, response) => {
    arrived.push({ request, body: await text(request) })
    listener(request, response)
  })
  return { ...(await listenFor(server)), arrived }
}
