import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { type FakeFaults, fakeFaults } from "./FakeFaults.ts"
import { meetFault } from "./meetFault.ts"
import { onLoopback } from "./onLoopback.ts"
import { seededRandom } from "./seededRandom.ts"

/** A request as it arrived at a destination. */
export interface ReceivedRequest {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer of a destination. */
export interface DestinationAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A server on this machine that stands for a provider, and stores each request. */
export interface Destination {
  /** For example `http://127.0.0.1:4242`. */
  readonly url: string
  /** Returns all requests that have arrived, the oldest first. */
  readonly received: () => ReadonlyArray<ReceivedRequest>
  /** Sets the answer of the next request. Without one the answer is 200 and `{}`. */
  readonly answersNext: (answer: DestinationAnswer) => void
  /** Breaks requests, whose kind is `charge`. */
  readonly faults: FakeFaults
  /** Closes the server and all its connections. */
  readonly close: () => Promise<void>
}

/**
 * Starts a server that answers every request and stores it. Tests of a relay look there for the
 * details of cards.
 */
export const startDestination = async (): Promise<Destination> => {
  const stored: Array<ReceivedRequest> = []
  const planned: Array<DestinationAnswer> = []
  const faults = fakeFaults(seededRandom("destination"))
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const fault = faults.faultOf("charge")
    if (await meetFault(fault, "before", response)) return
    stored.push(requestOf(request, body))
    if (await meetFault(fault, "after", response)) return
    const answer = planned.shift() ?? { status: 200 }
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
    response.end(answer.body ?? "{}")
  }
  const server: Server = createServer((request, response) => {
    void take(request, response).catch(() => response.destroy())
  })
  const { url, close } = await onLoopback(server)
  return {
    url,
    received: () => stored,
    answersNext: (answer) => void planned.push(answer),
    faults,
    close
  }
}

const requestOf = ({ method = "", url = "", headers }: IncomingMessage, body: string) => ({
  method,
  path: url,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)])
  ),
  body
})
