import type { Scope } from "@payloom/core"
import type { ConsoleUser } from "./ConsoleUser.ts"

/** The result of a request, for logs. It contains no data of payers. */
export interface ConsoleLog {
  /** The id of the request, `req_…`. The audit log has the same id. */
  readonly requestId: string
  readonly method: string
  /** The path below the base path, percent-encoded as in the address. */
  readonly path: string
  readonly status: number
  /** The id of the person. Null before the person is known. */
  readonly user: string | null
  /** The cause of a 500 or 503. It is never shown to the person. */
  readonly cause?: unknown
}

/** The options of {@link createConsole}. */
export interface ConsoleOptions {
  /**
   * Returns the person who sent a request, such as by the host's session cookie. Null refuses the
   * request with 401. A `Response` is sent in place of the page, such as a redirect to a log-in.
   *
   * It is called for every request, except for the page's script and style sheet. For open live
   * pages, and for files that are being sent, it is called again every five seconds with the first
   * request. If it then returns nobody, somebody else or a person who may no longer see the
   * merchant, or if it fails, the page is disconnected and the file breaks off.
   *
   * `environment` is what the server passes beside the request, which may have the address of the
   * connection.
   */
  readonly authenticate: (
    request: Request,
    environment?: unknown
  ) => ConsoleUser | Response | null | Promise<ConsoleUser | Response | null>
  /**
   * The path at which the console is mounted, such as `/console`. Requests arrive with their full
   * paths. Each segment begins with a slash and has letters, digits, `-`, `.`, `_` and `~`.
   */
  readonly basePath: string
  /** A sentence that is shown above every page, such as that no real money moves. */
  readonly notice?: string
  /**
   * The account and the mode that a person sees first. If absent, the first account by name: in
   * test mode if only that mode has merchant accounts, else in live mode.
   */
  readonly startAt?: Scope
  /**
   * Is called after every request is answered, for logs. Must not throw. By default the causes of
   * answers of 500 are logged.
   */
  readonly onRequest?: (log: ConsoleLog) => void
}

/** A web-standard handler of the console. */
export interface Console {
  /** Answers a request. `environment` is what the server passes beside the request. */
  (request: Request, environment?: unknown): Promise<Response>
  /** Ends the open streams of live pages. Call it before the server stops. */
  readonly close: () => void
}
