import type { CallKind, SignedEvent } from "@payloom/testkit/fake-provider"
import type { Kind } from "../Processor.ts"
import type { FakeBooks, FakeEvent } from "./FakeBooks.ts"

/** A request as the fake's server received it. */
export interface FakeRequest {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** The headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An answer of the fake. */
export interface FakeReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The things that answering a request needs. */
export interface FakeContext {
  readonly books: FakeBooks
  /** The name of the account that made the request. */
  readonly account: string
  /** The address of the fake, such as `http://127.0.0.1:4242`. */
  readonly origin: string
  /** The time, in milliseconds since the epoch. */
  readonly now: () => number
}

/** The way in which one processor speaks: its requests, its answers and its webhooks. */
export interface FakeCodec<Account> {
  /** Returns an account with keys of its own. `secret` returns a text that depends on its use. */
  readonly account: (name: string, secret: (use: string) => string) => Account
  /** Returns the id of the processor's that has that number. */
  readonly idOf: (kind: Kind, number: number) => string
  readonly kindOf: (request: FakeRequest) => CallKind
  /** Returns the key that identifies a request's account, to be compared with `keyOf`. */
  readonly keyIn: (request: FakeRequest) => string
  readonly keyOf: (account: Account) => string
  /** Returns the answer to a request without a valid key. */
  readonly unauthorized: FakeReply
  /** Returns the key by which a repeat is recognized, or null if there is none. */
  readonly repeatKeyIn: (request: FakeRequest) => string | null
  /** Returns the answer to a repeat that arrives while the first request is carried out. */
  readonly inProgress: FakeReply
  /** Returns true if an answer with an error is repeated too. By default it isn't. */
  readonly keeps?: (reply: FakeReply) => boolean
  readonly answer: (context: FakeContext, request: FakeRequest) => FakeReply
  /** Returns the webhook of an event, signed at a time. Null if the processor sends none. */
  readonly sign: (account: Account, event: FakeEvent, at: number) => SignedEvent | null
}
