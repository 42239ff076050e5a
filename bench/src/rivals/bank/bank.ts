import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Books, type Effect } from "./Books.ts"

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

const viewOf = ({ id, kind, key, charge, amount }: Effect) => ({
  id: kind === "hold" ? charge : id,
  reference: key,
  amount,
  currency: "EUR",
  status: kind === "hold" ? statusOf(charge) : "done",
  taken: books.charge(charge)?.taken ?? 0
})

const statusOf = (id: string): string => ((books.charge(id)?.taken ?? 0) > 0 ? "taken" : "held")

const found = (url: URL): ReadonlyArray<object> => {
  const [, kind = ""] = /^\/(hold|capture|void|refund)s$/.exec(url.pathname) ?? []
  const key = url.searchParams.get("reference") ?? ""
  const effect = books.effectOf(kind as Effect["kind"], key)
  return effect === undefined ? [] : [viewOf(effect)]
}

const read = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ""
  for await (const piece of request) text += piece
  return JSON.parse(text || "{}")
}

const take = async (request: IncomingMessage): Promise<Effect | string> => {
  const [, , charge, action = "hold"] = (request.url ?? "").split("/")
  const { order, amount } = await read(request)
  return books.take({
    kind: action as Effect["kind"],
    key: String(request.headers["idempotency-key"] ?? `none ${Math.random()}`),
    ...(charge === undefined ? {} : { charge }),
    order: String(order),
    amount: Number(amount)
  })
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const json = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  if (request.method === "GET") return void json(200, found(new URL(request.url ?? "", "http://b")))
  const effect = await take(request)
  if (delayMs > 0) await new Promise((next) => setTimeout(next, delayMs))
  if (Math.random() < lostAnswers) return void request.socket.destroy()
  if (typeof effect === "string") json(422, { error: "refused", message: effect })
  else json(200, viewOf(effect))
}

const server = createServer((request, response) => void answer(request, response))
server.keepAliveTimeout = 60_000
process.on("disconnect", () => process.exit())
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `http://127.0.0.1:${port}` })
})
