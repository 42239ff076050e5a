import { fork } from "node:child_process"
import { Agent, request } from "node:http"
import { join } from "node:path"
import { type Comparison, compare, concurrently } from "./rounds.ts"
import type { Listening } from "./server.ts"

const startServer = async (kind: "engine" | "bare" | "audited", file: string) => {
  const child = fork(join(import.meta.dirname, "server.ts"), [kind, file], {
    execArgv: ["--conditions=source"]
  })
  const listening = await new Promise<Listening>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Listening))
    child.once("exit", (code) => reject(new Error(`The ${kind} server exited with code ${code}.`)))
  })
  return { ...listening, stop: () => child.disconnect() }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

let keys = Date.now() * 1000

/** Sends a request and reads the whole response. A status other than 200 ends the benchmark. */
const send = (url: string, secretKey: string, body: string | null): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body === null ? "GET" : "POST",
        headers: {
          Authorization: `Bearer ${secretKey}`,
          ...(body === null
            ? {}
            : {
                "Idempotency-Key": `http-${keys++}`,
                "Content-Type": "application/json",
                "Content-Length": Buffer.byteLength(body)
              })
        }
      },
      (response) => {
        response.on("error", reject)
        response.on("end", () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`HTTP ${response.statusCode} from ${url}`))
        )
        response.resume()
      }
    )
    sent.on("error", reject)
    sent.end(body ?? undefined)
  })

const createOn = ({ url, secretKey, instrument }: Listening) => {
  const payment = { amount: "1250", currency: "EUR", type: "one_off" }
  const body = JSON.stringify({ ...payment, payment_instrument: instrument })
  return concurrently(32, () => send(`${url}/payments`, secretKey, body))
}

const openSessionOn = ({ url, secretKey }: Listening) => {
  const body = JSON.stringify({ amount: "1250", currency: "EUR" })
  return concurrently(32, () => send(`${url}/v1/checkout_sessions`, secretKey, body))
}

const retrieveOn = ({ url, secretKey, payment }: Listening) =>
  concurrently(32, () => send(`${url}/payments/${payment}`, secretKey, null))

/** The comparisons of requests with bare Hono routes. */
export interface HttpComparisons {
  readonly create: Comparison
  readonly retrieve: Comparison
  readonly session: Comparison
  /** Compared with a bare route that writes the entry of the audit log too, as the engine does. */
  readonly createAudited: Comparison
  /** The same for a session. */
  readonly sessionAudited: Comparison
}

/** Compares a request with a bare Hono route that writes, or answers, the same. */
export const measureHttp = async (folder: string): Promise<HttpComparisons> => {
  const engine = await startServer("engine", join(folder, "http.db"))
  const bare = await startServer("bare", join(folder, "bare.db"))
  const create = await compare(createOn(engine), createOn(bare), {
    rounds: 7,
    count: 1200,
    warmUp: 12_000
  })
  const retrieve = await compare(retrieveOn(engine), retrieveOn(bare), {
    rounds: 7,
    count: 4000,
    warmUp: 12_000
  })
  const session = await compare(openSessionOn(engine), openSessionOn(bare), {
    rounds: 7,
    count: 1200,
    warmUp: 8_000
  })
  bare.stop()
  const audited = await startServer("audited", join(folder, "audited.db"))
  const warm = { rounds: 7, count: 1200, warmUp: 1200 }
  const createAudited = await compare(createOn(engine), createOn(audited), warm)
  const sessionAudited = await compare(openSessionOn(engine), openSessionOn(audited), warm)
  engine.stop()
  audited.stop()
  agent.destroy()
  return { create, retrieve, session, createAudited, sessionAudited }
}
