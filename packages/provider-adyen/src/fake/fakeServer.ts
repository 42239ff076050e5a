import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type { Types } from "@adyen/api-library"
import { type CallKind, type FaultSource, meetFault } from "@payloom/testkit/fake-provider"
import type { Wire } from "../wire.ts"
import type { FakeBooks } from "./FakeBooks.ts"
import { FakeError } from "./FakeError.ts"
import type { Origin } from "./fakeActions.ts"
import { answerDispute } from "./fakeDefense.ts"
import { submitDetails } from "./fakeDetails.ts"
import type { FakeReply, idempotency } from "./fakeIdempotency.ts"
import { createModification } from "./fakeModifications.ts"
import { createPayment } from "./fakePayments.ts"
import { listMethods, storeMethod } from "./fakeStored.ts"

/** The things that the server depends on. */
export interface FakeServerParts {
  readonly books: FakeBooks
  readonly faults: FaultSource
  readonly origin: Origin
  /** Returns the merchant account of an API key, or null if the key is unknown or revoked. */
  readonly accountOf: (apiKey: string) => string | null
  readonly once: ReturnType<typeof idempotency>
  /** Waits for the webhooks of a call, if the faults ask for them before the call's answer. */
  readonly beforeAnswer: () => Promise<void>
  /** Answers the fake's own URLs, `/_fake/…`, or returns null if the URL is unknown. */
  readonly own: (method: string, path: string, body: string) => OwnReply | null
}

/** An answer of the fake's own pages. */
export interface OwnReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const modificationKinds = {
  captures: "capture",
  cancels: "void",
  refunds: "refund",
  amountUpdates: "increment"
} as const

/** Returns the kind of a call, by its path. */
const kindOf = (path: string): CallKind => {
  const [, last = ""] = /([a-zA-Z]+)$/.exec(path) ?? []
  if (last === "payments") return "charge"
  if (last === "details") return "details"
  return Object.hasOwn(modificationKinds, last)
    ? modificationKinds[last as keyof typeof modificationKinds]
    : "other"
}

/** Creates a server of Adyen's API, which listens on no port yet. */
export const fakeServer = (parts: FakeServerParts): Server =>
  createServer((request, response) => {
    void handle(parts, request, response).catch((failure: unknown) => {
      if (!response.destroyed) respond(response, { status: 500, body: { why: String(failure) } })
    })
  })

const handle = async (
  parts: FakeServerParts,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> => {
  const path = (request.url ?? "").split("?")[0] ?? ""
  const body = await text(request)
  if (path.startsWith("/_fake/")) {
    const reply = parts.own(request.method ?? "GET", path.slice("/_fake".length), body)
    response.writeHead(reply?.status ?? 404, reply?.headers ?? {})
    response.end(reply?.body ?? "")
    return
  }
  const fault = parts.faults.faultOf(kindOf(path))
  if (await meetFault(fault, "before", response)) return
  if (fault?._tag === "takes_half") parts.books.takesHalf = true
  const reply = await replyTo(parts, request, path, body).catch(errorReply)
  await parts.beforeAnswer()
  if (await meetFault(fault, "after", response)) return
  respond(response, reply, request.headers["idempotency-key"])
}

const errorReply = (failure: unknown): FakeReply => {
  if (!(failure instanceof FakeError)) throw failure
  return { status: failure.status, body: failure.body, isTransient: failure.isTransient }
}

const respond = (
  response: ServerResponse,
  { status, body, isTransient = false }: FakeReply,
  key?: string | ReadonlyArray<string>
): void => {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(isTransient ? { "transient-error": "true" } : {}),
    ...(key === undefined ? {} : { "idempotency-key": String(key) })
  })
  response.end(JSON.stringify(body))
}

const replyTo = async (
  parts: FakeServerParts,
  request: IncomingMessage,
  path: string,
  body: string
): Promise<FakeReply> => {
  const merchantAccount = parts.accountOf(String(request.headers["x-api-key"] ?? ""))
  if (merchantAccount === null) {
    throw new FakeError(401, "000", "HTTP Status Response - Unauthorized")
  }
  if (request.method === "GET") {
    const { searchParams } = new URL(request.url ?? "", "http://adyen")
    return listed(parts, merchantAccount, path, searchParams)
  }
  const { cardError } = parts.books
  if (cardError !== null && kindOf(path) === "charge") {
    throw new FakeError(422, cardError, "The card's details are refused.")
  }
  const key = request.headers["idempotency-key"]
  return parts.once(key === undefined ? undefined : String(key), async () => {
    // Keeps the call in flight for a moment, so that a second call under the same key finds it so.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      return route(parts, merchantAccount, path, bodyIn(body))
    } catch (failure) {
      return errorReply(failure)
    }
  })
}

const listed = (
  { books }: FakeServerParts,
  merchantAccount: string,
  path: string,
  query: URLSearchParams
): FakeReply => {
  if (!/^\/v\d+\/storedPaymentMethods$/.test(path)) {
    throw new FakeError(404, "404", `There is no ${path}.`)
  }
  if (query.get("merchantAccount") !== merchantAccount) {
    throw new FakeError(403, "901", "Invalid Merchant Account")
  }
  return {
    status: 200,
    body: listMethods(books, merchantAccount, query.get("shopperReference") ?? "")
  }
}

const bodyIn = (body: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(body))
  } catch {
    throw new FakeError(400, "702", "Invalid JSON")
  }
}

const route = (
  { books, origin }: FakeServerParts,
  merchantAccount: string,
  path: string,
  body: Readonly<Record<string, unknown>>
): FakeReply => {
  const [, resource = ""] = /^\/v\d+\/(.+)$/.exec(path) ?? []
  if (path.startsWith("/v30/"))
    return { status: 200, body: answerDispute(books, merchantAccount, resource, body) }
  if (resource === "payments/details") {
    // The body is read as the SDK's type. Code that uses a field refuses it if it has another type.
    const details = body as unknown as Wire<Types.checkout.PaymentDetailsRequest>
    const answer = submitDetails(books, merchantAccount, details)
    return { status: 200, body: answer }
  }
  if (body.merchantAccount !== merchantAccount) {
    throw new FakeError(403, "901", "Invalid Merchant Account")
  }
  if (resource === "payments") {
    const payment = body as unknown as Wire<Types.checkout.PaymentRequest>
    return { status: 200, body: createPayment(books, merchantAccount, payment, origin) }
  }
  if (resource === "storedPaymentMethods") {
    const method = body as unknown as Wire<Types.checkout.StoredPaymentMethodRequest>
    return { status: 201, body: storeMethod(books, merchantAccount, method) }
  }
  const [, of = "", kind = ""] =
    /^payments\/(\w+)\/(captures|cancels|refunds|amountUpdates)$/.exec(resource) ?? []
  if (Object.hasOwn(modificationKinds, kind)) {
    const made = modificationKinds[kind as keyof typeof modificationKinds]
    return { status: 201, body: createModification(books, merchantAccount, made, of, body) }
  }
  throw new FakeError(404, "404", `There is no ${path}.`)
}
