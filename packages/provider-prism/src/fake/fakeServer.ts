import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { type FaultSource, meetFault } from "@payloom/testkit/fake-provider"
import type { FakeBooks } from "./FakeBooks.ts"
import type { FakeCodec, FakeReply, FakeRequest } from "./FakeCodec.ts"

/** The things that the server depends on. */
export interface FakeServerParts {
  readonly codec: FakeCodec<never>
  readonly books: FakeBooks
  readonly faults: FaultSource
  readonly origin: () => string
  readonly now: () => number
  /** Returns the name of the account with that key, or null if the key is unknown or revoked. */
  readonly accountOf: (key: string) => string | null
  /** Waits for the webhooks of a call, if the faults ask for them before the call's answer. */
  readonly beforeAnswer: () => Promise<void>
  /** The time for which a repeat is recognized, in milliseconds. */
  readonly remembersMs: number
}

/** Creates a server of the processor's API, which listens on no port yet. */
export const fakeServer = (parts: FakeServerParts): Server => {
  const once = repeats(parts)
  return createServer((request, response) => {
    void handle(parts, once, request, response).catch((failure: unknown) => {
      if (!response.destroyed) respond(response, { status: 500, body: { why: String(failure) } })
    })
  })
}

type Once = ReturnType<typeof repeats>

const handle = async (
  parts: FakeServerParts,
  once: Once,
  incoming: IncomingMessage,
  response: ServerResponse
): Promise<void> => {
  const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://fake")
  const request: FakeRequest = {
    method: incoming.method ?? "GET",
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])
    ),
    body: await text(incoming)
  }
  const payer = payerPage(parts, request)
  if (payer !== null) return respond(response, payer)
  const fault = parts.faults.faultOf(parts.codec.kindOf(request))
  if (await meetFault(fault, "before", response)) return
  if (fault?._tag === "takes_half") parts.books.takeHalf()
  const reply = await replyTo(parts, once, request)
  await parts.beforeAnswer()
  if (await meetFault(fault, "after", response)) return
  respond(response, reply)
}

const respond = (response: ServerResponse, { status, body, headers = {} }: FakeReply): void => {
  const isText = typeof body === "string"
  const type = isText ? "text/html; charset=utf-8" : "application/json"
  response.writeHead(status, { "content-type": type, ...headers })
  response.end(body === null ? "" : isText ? body : JSON.stringify(body))
}

const replyTo = (parts: FakeServerParts, once: Once, request: FakeRequest): Promise<FakeReply> => {
  const { codec, books, origin, now } = parts
  const account = parts.accountOf(codec.keyIn(request))
  if (account === null) return Promise.resolve(codec.unauthorized)
  const key = codec.repeatKeyIn(request)
  return once(key === null ? null : `${account} ${request.path} ${key}`, () =>
    codec.answer({ books, account, origin: origin(), now }, request)
  )
}

interface Kept {
  readonly reply: FakeReply | null
  readonly at: number
}

/** Carries a request out once for each key, and repeats its answer. Errors are not kept. */
const repeats = ({ codec, now, remembersMs }: FakeServerParts) => {
  const kept = new Map<string, Kept>()
  return async (key: string | null, carryOut: () => FakeReply): Promise<FakeReply> => {
    if (key === null) return carryOut()
    const known = kept.get(key)
    if (known !== undefined && now() < known.at + remembersMs) {
      return known.reply ?? codec.inProgress
    }
    kept.set(key, { reply: null, at: now() })
    // Keeps the call in flight for a moment, so that a second call under the same key finds it so.
    await new Promise((resolve) => setImmediate(resolve))
    const reply = carryOut()
    if (reply.status < 400 || codec.keeps?.(reply) === true) kept.set(key, { reply, at: now() })
    else kept.delete(key)
    return reply
  }
}

/** Answers the payer's page, `/_fake/payer/{id}`. */
const payerPage = (
  { books }: FakeServerParts,
  { path, method, body }: FakeRequest
): FakeReply | null => {
  const [, id] = /^\/_fake\/payer\/([\w-]+)$/.exec(path) ?? []
  if (id === undefined) return null
  const payment = books.payments.get(id)
  if (payment?.status !== "waiting") return { status: 410, body: "<p>Nothing to answer.</p>" }
  if (method !== "POST") {
    const buttons = ["approve", "refuse"].map(
      (answer) => `<button name="answer" value="${answer}">${answer}</button>`
    )
    return { status: 200, body: `<form method="post">${buttons.join(" ")}</form>` }
  }
  books.decide(payment, new URLSearchParams(body).get("answer") === "approve")
  return { status: 303, body: null, headers: { location: payment.returnUrl } }
}
