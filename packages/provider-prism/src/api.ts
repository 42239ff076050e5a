import { classifyHttpFailure, type HttpFailure, type ProviderCall, reasonOf } from "@payloom/core"
import { sendRequest } from "@payloom/provider-http"
import {
  type BuiltRequest,
  type Flow,
  type FlowCall,
  type Message,
  type ParsedAnswer,
  type PrismLibrary,
  PrismRefused,
  type RawAnswer
} from "./library/PrismLibrary.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import type { Ask, Processor } from "./Processor.ts"
import { accessTokens } from "./tokens.ts"

/** The connection to one processor: the library, the accounts, and the network. */
export interface Api {
  readonly accountOf: (credentials: string) => unknown
  /** Returns an access token, or null if the processor needs none. */
  readonly tokenOf: (credentials: string, call: ProviderCall) => Promise<string | null>
  readonly flowCall: (
    flow: Flow,
    message: Message,
    credentials: string,
    currency?: string
  ) => FlowCall
  /** Builds a request. Throws an `HttpFailure` if the library can't. Nothing was sent then. */
  readonly build: (flow: FlowCall) => Promise<BuiltRequest>
  readonly send: (
    request: BuiltRequest,
    call: Pick<ProviderCall, "signal">,
    by?: typeof fetch
  ) => Promise<RawAnswer>
  /** Reads an answer. Returns null if it is a gateway's, or if the library can't read it. */
  readonly read: (flow: FlowCall, answer: RawAnswer) => Promise<ParsedAnswer | null>
  /** Drops the access token of an account if the processor has refused it. */
  readonly noteStatus: (credentials: string, answer: RawAnswer) => void
  /** Returns a function that asks the processor something with the keys of an account. */
  readonly asking: (credentials: string, call: ProviderCall) => Ask
}

/** Creates the connection to a processor. */
export const apiOf = (
  processor: Processor<unknown>,
  options: PrismOptions,
  library: PrismLibrary
): Api => {
  const { environment = "test" } = options
  const urlOf = (account: unknown): string => {
    const url = options.url ?? processor.urlOf(environment, account)
    return url.endsWith("/") ? url : `${url}/`
  }
  const accountOf = (credentials: string): unknown => options.accountOf(credentials)
  const flowCall: Api["flowCall"] = (flow, message, credentials, currency) => ({
    flow,
    message,
    processor: processor.id,
    config: configOf(accountOf(credentials), currency ?? null),
    environment
  })
  const configOf = (account: unknown, currency: string | null) =>
    processor.config(account, urlOf(account), currency)
  const build: Api["build"] = (flow) => library.request(flow).catch(unbuilt)
  const sent: Api["send"] = (request, { signal }, by) =>
    sendRequest(request, by ?? options.fetch ?? fetch, signal)
  const read: Api["read"] = async (flow, answer) =>
    classifyHttpFailure(answer) === null ? library.parse(flow, answer).catch(() => null) : null
  const tokens = accessTokens({ flowCall, build, send: sent, read })
  const tokenOf: Api["tokenOf"] = async (credentials, call) =>
    processor.needsToken === true ? tokens.of(credentials, call) : null

  const noteStatus: Api["noteStatus"] = (credentials, { status }) => {
    if (status === 401) tokens.drop(credentials)
  }

  const asking: Api["asking"] = (credentials, call) => async (path, init) => {
    const token = await tokenOf(credentials, call)
    const account = accountOf(credentials)
    const headers = { ...processor.headers(account, token) }
    const method = init === undefined ? "GET" : "POST"
    const body = init?.body ?? ""
    const built = { method, url: urlOf(account) + path, headers, body }
    const answer = await sent(processor.sign?.(built, account) ?? built, call)
    noteStatus(credentials, answer)
    const failure = classifyHttpFailure(answer)
    if (failure !== null) throw failure
    return answer
  }
  return {
    accountOf,
    tokenOf,
    flowCall,
    build,
    send: sent,
    read,
    noteStatus,
    asking
  }
}

/** Throws the meaning of a failed build. Nothing was sent. */
const unbuilt = (failure: unknown): never => {
  const reason = reasonOf(failure)
  if (failure instanceof PrismRefused) {
    throw { _tag: "AccountUnavailable", reason, rawCode: failure.code } satisfies HttpFailure
  }
  throw { _tag: "NotSent", reason } satisfies HttpFailure
}
