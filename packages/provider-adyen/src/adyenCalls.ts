import { EnvironmentEnum } from "@adyen/api-library/lib/src/config.js"
import { ModificationsApi } from "@adyen/api-library/lib/src/services/checkout/modificationsApi.js"
import { PaymentsApi } from "@adyen/api-library/lib/src/services/checkout/paymentsApi.js"
import { RecurringApi } from "@adyen/api-library/lib/src/services/checkout/recurringApi.js"
import { classifyHttpFailure, type HttpFailure, type ProviderCall } from "@payloom/core"
import type { AdyenAccount, AdyenConnection } from "./AdyenOptions.ts"
import { fieldsIn } from "./fields.ts"
import { Client } from "./sdk.ts"
import type { Wire } from "./wire.ts"

/** The services of Adyen's SDK. */
export interface AdyenServices {
  readonly payments: PaymentsApi
  readonly modifications: ModificationsApi
  readonly recurring: RecurringApi
}

/** What one call is about. */
interface AdyenCall extends Pick<ProviderCall, "signal"> {
  /** Whose it is. */
  readonly account: AdyenAccount
  /** By which Adyen knows the call again: at most 64 characters. */
  readonly idempotencyKey: string
  /** In the place of the connection's own, such as a relay's. */
  readonly fetch?: typeof fetch
}

type Ask = <A extends object>(
  call: AdyenCall,
  send: (services: AdyenServices) => Promise<A>
) => Promise<Wire<A>>

const usualTimeoutMs = 60_000
/** The engine listens for as long as 30 seconds unless told. */
const leastTimeoutMs = 31_000

/**
 * Asks Adyen by the services of its SDK, over `fetch`: once, and with whatever went wrong kept.
 * What is answered is what came, since the SDK's reading drops what its version doesn't know. What
 * is no answer is thrown as what it means for the call.
 */
export const askingAdyen = (connection: AdyenConnection): Ask => {
  const timeoutMs = Math.max(connection.timeoutMs ?? usualTimeoutMs, leastTimeoutMs)
  return async <A extends object>(
    call: AdyenCall,
    send: (services: AdyenServices) => Promise<A>
  ): Promise<Wire<A>> => {
    const { apiKey, liveEndpointUrlPrefix } = call.account
    let answer: object | null = null
    const http: NonNullable<ConstructorParameters<typeof Client>[1]> = {
      request: async (endpoint, body, _config, _isKeyed, options) => {
        const { method = "POST", params } = options ?? {}
        const query = params === undefined ? "" : `?${new URLSearchParams(Object(params))}`
        const address = addressOf(endpoint, connection.baseUrl) + query
        const response = await (call.fetch ?? connection.fetch ?? fetch)(address, {
          method,
          headers: {
            "content-type": "application/json",
            "x-api-key": apiKey,
            "idempotency-key": call.idempotencyKey
          },
          body: method === "GET" ? null : String(body),
          redirect: "error",
          signal: AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)])
        })
        const text = await response.text()
        answer = answerIn(response, text)
        return text
      }
    }
    const config = {
      apiKey,
      environment: isLive(connection) ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
      ...(liveEndpointUrlPrefix === undefined ? {} : { liveEndpointUrlPrefix })
    }
    const client = new Client(config, http)
    await send({
      payments: new PaymentsApi(client),
      modifications: new ModificationsApi(client),
      recurring: new RecurringApi(client)
    })
    if (answer === null) throw unknown("Adyen was not asked.")
    return answer as Wire<A>
  }
}

/** Whether it is at the address of the account's own, which live ones have. */
const isLive = ({ environment, baseUrl }: AdyenConnection): boolean =>
  environment === "live" && baseUrl === undefined

/** An account by its name. Throws what a call comes to that can't be sent for want of one. */
export const accountIn = (connection: AdyenConnection, credentials: string): AdyenAccount => {
  try {
    const account: AdyenAccount | undefined = connection.accountOf(credentials)
    if (account === undefined) throw new Error("There is none.")
    if (isLive(connection) && !account.liveEndpointUrlPrefix) {
      throw new Error("A live one has a liveEndpointUrlPrefix.")
    }
    return account
  } catch (cause) {
    const reason = `Adyen can't be asked for the account ${credentials}. ${cause}`
    throw { _tag: "AccountUnavailable", reason, rawCode: "account" } satisfies HttpFailure
  }
}

const addressOf = (endpoint: string, baseUrl: string | undefined): string =>
  baseUrl === undefined
    ? endpoint
    : `${baseUrl.replace(/\/$/, "")}${endpoint.slice(endpoint.search(/\/v\d+\//))}`

const unknown = (reason: string): HttpFailure => ({ _tag: "Unknown", reason })

/** What came, or what it means for the call, thrown. */
const answerIn = (response: Response, text: string): object => {
  const { status } = response
  const body = fieldsIn(text)
  if (status >= 200 && status < 300) {
    if (body === null) throw unknown(`Adyen answered HTTP ${status} without a JSON object.`)
    return body
  }
  const { errorCode, message, errorType } = body ?? {}
  const failure = classifyHttpFailure(response)
  const words = typeof message === "string" ? message : `Adyen answered HTTP ${status}.`
  const isOfSetUp = errorType === "configuration" && setUpCodes.test(String(errorCode))
  const isOpen =
    (failure?._tag === "Unknown" && !isOfSetUp) ||
    response.headers.get("transient-error") === "true" ||
    openCodes.has(String(errorCode)) ||
    errorType === "internal"
  if (isOpen) throw unknown(words)
  if (typeof errorCode !== "string") throw failure ?? unknown(words)
  // It was not looked into, so nothing moved: a fault of the account, or of this connector.
  throw { _tag: "AccountUnavailable", reason: words, rawCode: errorCode } satisfies HttpFailure
}

/**
 * 703: a resource that it needs is not there for the moment. 704: the same is under way, or was
 * processed; sent again later, it is answered.
 */
const openCodes: ReadonlySet<string> = new Set(["703", "704"])

/**
 * 905, 907, and 950 to 967: the account has no acquirer for such a card or currency, or a wrong
 * one. Adyen says so with HTTP 500, and no acquirer was asked.
 */
const setUpCodes = /^(?:90[57]|95\d|96[0-7])(?:_\d+)?$/
