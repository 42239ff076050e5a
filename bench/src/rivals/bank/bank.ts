import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { Books, type Effect } from "./Books.ts"
import { ownForm } from "./ownForm.ts"
import { intentOf, stripeForm } from "./stripeForm.ts"

/** The setup of the bank's process. */
export interface BankSetup {
  readonly journal: string
  /** The share of requests whose effect happens, and whose answer is lost. */
  readonly lostAnswers: number
  /** The time that a request takes, in milliseconds. */
  readonly delayMs: number
}

const { journal, lostAnswers, delayMs }: BankSetup = JSON.parse(process.argv[2] ?? "{}")
const books = new Books(journal)

const found = ({ pathname, searchParams }: URL): object => {
  const [, intent] = /^\/v1\/payment_intents\/(\w+)$/.exec(pathname) ?? []
  const held = intent === undefined ? undefined : books.charge(intent)
  if (held !== undefined) return intentOf(held)
  const [, name = ""] = /^\/(charge|capture|void|refund)s$/.exec(pathname) ?? []
  const kind = (name === "charge" ? "hold" : name) as Effect["kind"]
  const effect = books.effectOf(kind, searchParams.get("reference") ?? "")
  const charge = effect === undefined ? undefined : books.charge(effect.charge)
  return effect === undefined || charge === undefined ? [] : [ownForm.viewOf(effect, charge)]
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  const url = new URL(request.url ?? "", "http://bank")
  if (request.method === "GET") return void json(200, found(url))
  const form = url.pathname.startsWith("/v1/") ? stripeForm : ownForm
  const key = request.headers["idempotency-key"] ?? `none ${Math.random()}`
  const received = { path: url.pathname, key: String(key), body: await text(request) }
  const effect = books.take(form.requestOf(received))
  if (delayMs > 0) await new Promise((next) => setTimeout(next, delayMs))
  if (Math.random() < lostAnswers) return void request.socket.destroy()
  if (typeof effect === "string") {
    const { status, body } = form.refused(effect)
    return void json(status, body)
  }
  const charge = books.charge(effect.charge)
  if (charge !== undefined) json(200, form.viewOf(effect, charge))
}

const server = createServer((request, response) => void answer(request, response))
server.keepAliveTimeout = 60_000
process.on("disconnect", () => process.exit())
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
