import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { Duplex } from "node:stream"
import { text } from "node:stream/consumers"
import { TLSSocket } from "node:tls"
import { type FaultSource, meetFault, onLoopback } from "@payloom/testkit/fake-provider"
import { answerJson, forward, passOn, replaceIn } from "./forward.ts"

/** The certificate with which a proxy ends TLS inside its tunnels, as PEM. */
export interface TunnelTls {
  readonly key: string
  readonly cert: string
}

/** The parts of a proxy with tunnels that differ between services. */
export interface TunnelParts {
  /** The value of `Proxy-Authorization` that opens tunnels. */
  readonly authorization: string
  readonly faults: FaultSource
  /** Puts the details of cards into a text. */
  readonly reveal: (text: string) => string
  /** Returns the service's own headers of an answer of the provider. */
  readonly headersOf: (status: number) => Readonly<Record<string, string>>
  /** The service's own headers of an answer of its own. */
  readonly ownHeaders: Readonly<Record<string, string>>
  /** Uses TLS for the proxy, and ends TLS inside the tunnels. Without it, both are plain HTTP. */
  readonly tls?: TunnelTls
}

/** A proxy with tunnels on this machine. */
export interface TunnelServer {
  readonly url: string
  readonly refuseToRelay: (status: number) => void
  readonly close: () => Promise<void>
}

/**
 * Starts a proxy that opens tunnels by CONNECT, reads the requests inside, puts in the details of
 * cards, and sends the requests on by HTTP.
 */
export const tunnelServer = async (parts: TunnelParts): Promise<TunnelServer> => {
  const targets = new WeakMap<Duplex, string>()
  let refusal: number | null = null
  const inner = createServer((request, response) => {
    const status = refusal
    refusal = null
    const target = targets.get(request.socket) ?? ""
    void relay(parts, target, status, request, response).catch(() => response.destroy())
  })
  const refuse = (_: IncomingMessage, response: ServerResponse) => answerJson(response, [405, {}])
  const outer = parts.tls === undefined ? createServer(refuse) : createTlsServer(parts.tls, refuse)
  const sockets = new Set<Duplex>()
  outer.on("connect", (request, socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket))
    if (request.headers["proxy-authorization"] !== parts.authorization) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
      return
    }
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
    const opened = parts.tls === undefined ? socket : ending(socket, parts.tls)
    targets.set(opened, request.url ?? "")
    inner.emit("connection", opened)
  })
  const { url, close } = await onLoopback(outer)
  return {
    url: parts.tls === undefined ? url : url.replace("http://127.0.0.1", "https://localhost"),
    refuseToRelay: (status) => {
      refusal = status
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await close()
    }
  }
}

const ending = (socket: Duplex, { key, cert }: TunnelTls): Duplex =>
  new TLSSocket(socket as never, { isServer: true, key, cert }).on("error", () => undefined)

const relay = async (
  { faults, reveal, headersOf, ownHeaders }: TunnelParts,
  target: string,
  refusal: number | null,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> => {
  const body = await text(request)
  const fault = faults.faultOf("charge")
  if (await meetFault(fault, "before", response)) return
  for (const [name, value] of Object.entries(ownHeaders)) response.setHeader(name, value)
  if (refusal !== null) return answerJson(response, [refusal, { title: "Error" }])
  const { url = "", method = "", headers } = request
  const revealed = replaceIn(body, headers["content-type"], reveal)
  const answer = await forward({
    url: `http://${target}${url}`,
    method,
    headers,
    body: revealed
  }).catch(() => null)
  if (await meetFault(fault, "after", response)) return
  if (answer === null) return answerJson(response, [502, {}])
  for (const name of Object.keys(ownHeaders)) response.removeHeader(name)
  passOn(response, answer, headersOf(answer.status))
}
