import { EnvironmentEnum } from "@adyen/api-library/lib/src/config.js"
import { ModificationsApi } from "@adyen/api-library/lib/src/services/checkout/modificationsApi.js"
import { PaymentsApi } from "@adyen/api-library/lib/src/services/checkout/paymentsApi.js"
import { RecurringApi } from "@adyen/api-library/lib/src/services/checkout/recurringApi.js"
import { DisputesApi } from "@adyen/api-library/lib/src/services/disputes/disputesApi.js"
import { classifyHttpFailure, fieldsIn, type HttpFailure, type ProviderCall } from "@payloom/core"
import type { AdyenAccount, AdyenConnection } from "./AdyenOptions.ts"
import { Client } from "./sdk.ts"
import type { Wire } from "./wire.ts"

/** The services of Adyen's SDK. */
export interface AdyenServices {
  readonly payments: PaymentsApi
  readonly modifications: ModificationsApi
  readonly recurring: RecurringApi
  readonly disputes: DisputesApi
}

/** The settings of one call. */
interface AdyenCall extends Pick<ProviderCall, "signal"> {
  /** The account that makes the call. */
  readonly account: AdyenAccount
  /** The key by which Adyen recognizes a repeated call, of at most 64 characters. */
  readonly idempotencyKey: string
  /** Replaces the connection's own `fetch`, such as by a relay's. */
  readonly fetch?: typeof fetch
}

/** Calls Adyen through a service of its SDK. */
export type Ask = <A extends object>(
  call: AdyenCall,
  send: (services: AdyenServices) => Promise<A>
) => Promise<Wire<A>>

const usualTimeoutMs = 60_000
/** The engine waits for an answer for up to 30 seconds by default. */
const leastTimeoutMs = 31_000

/**
 * Returns a function that calls Adyen through the services of its SDK, over `fetch`, once. It
 * returns the answer as it came, because the SDK drops fields that its version doesn't know. It
 * throws an error as the error's meaning for the call.
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
      recurring: new RecurringApi(client),
      disputes: new DisputesApi(client)
    })
    if (answer === null) throw unknown("No request was sent to Adyen.")
    return answer as Wire<A>
  }
}

/** Returns true if the call goes to the account's own live URL. */
const isLive = ({ environment, baseUrl }: AdyenConnection): boolean =>
  environment === "live" && baseUrl === undefined

/**
 * Returns an account by its name. Throws `AccountUnavailable` if there is none, or if it lacks the
 * prefix of its live URLs.
 */
export const accountIn = (connection: AdyenConnection, credentials: string): AdyenAccount => {
  try {
    const account: AdyenAccount | undefined = connection.accountOf(credentials)
    if (account === undefined) throw new Error("accountOf returned none.")
    if (isLive(connection) && !account.liveEndpointUrlPrefix) {
      throw new Error("Give its liveEndpointUrlPrefix.")
    }
    return account
  } catch (cause) {
    const reason = `The account ${credentials} can't be used. ${cause}`
    throw { _tag: "AccountUnavailable", reason, rawCode: "account" } satisfies HttpFailure
  }
}

const addressOf = (endpoint: string, baseUrl: string | undefined): string =>
  baseUrl === undefined
    ? endpoint
    : `${baseUrl.replace(/\/$/, "")}${endpoint.slice(endpoint.search(/\/v\d+\//))}`

const unknown = (reason: string): HttpFailure => ({ _tag: "Unknown", reason })

/** Returns an answer's body. Throws an error as its meaning for the call. */
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
  // Adyen refused the request unprocessed, so no money moved. The account or this connector is at
  // fault.
  throw { _tag: "AccountUnavailable", reason: words, rawCode: errorCode } satisfies HttpFailure
}

/**
 * Errors after which the outcome is open. 703: a resource that the call needs is missing at the
 * moment. 704: the same call is in flight or was processed, and gets its answer if it is sent again
 * later.
 */
const openCodes: ReadonlySet<string> = new Set(["703", "704"])

/**
 * The errors 905, 907 and 950 to 967. The account has no acquirer for the card or currency, or a
 * wrong one. Adyen answers with HTTP 500, but no acquirer got the charge.
 */
const setUpCodes = /^(?:90[57]|95\d|96[0-7])(?:_\d+)?$/
