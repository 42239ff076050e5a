import { EnvironmentEnum } from "@adyen/api-library/lib/src/config.js"
import { ModificationsApi } from "@adyen/api-library/lib/src/services/checkout/modificationsApi.js"
import { PaymentsApi } from "@adyen/api-library/lib/src/services/checkout/paymentsApi.js"
import { RecurringApi } from "@adyen/api-library/lib/src/services/checkout/recurringApi.js"
import { classifyHttpFailure, type HttpFailure } from "@payloom/core"
import type { AdyenConnection } from "./AdyenOptions.ts"
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
interface AdyenCall {
  /** The merchant account's. */
  readonly credentials: string
  /** By which Adyen knows the call again: at most 64 characters. */
  readonly idempotencyKey: string
  readonly signal: AbortSignal
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
  const { accountOf, environment = "test", baseUrl } = connection
  const timeoutMs = Math.max(connection.timeoutMs ?? usualTimeoutMs, leastTimeoutMs)
  const isLive = environment === "live" && baseUrl === undefined
  return async <A extends object>(
    call: AdyenCall,
    send: (services: AdyenServices) => Promise<A>
  ): Promise<Wire<A>> => {
    const { apiKey, liveEndpointUrlPrefix } = accountOf(call.credentials)
    let answer: object | null = null
    const http: NonNullable<ConstructorParameters<typeof Client>[1]> = {
      request: async (endpoint, body, _config, _isKeyed, options) => {
        const address = baseUrl === undefined ? endpoint : elsewhere(endpoint, baseUrl)
        const response = await (call.fetch ?? connection.fetch ?? fetch)(address, {
          method: options?.method ?? "POST",
          headers: {
            "content-type": "application/json",
            "x-api-key": apiKey,
            "idempotency-key": call.idempotencyKey
          },
          body: String(body),
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
      environment: isLive ? EnvironmentEnum.LIVE : EnvironmentEnum.TEST,
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

const elsewhere = (endpoint: string, baseUrl: string): string =>
  `${baseUrl.replace(/\/$/, "")}${endpoint.slice(endpoint.search(/\/v\d+\//))}`

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
  const isOpen =
    failure?._tag === "Unknown" ||
    response.headers.get("transient-error") === "true" ||
    openCodes.has(String(errorCode)) ||
    errorType === "internal"
  if (isOpen) throw unknown(words)
  if (typeof errorCode !== "string") throw failure ?? unknown(words)
  // It was not looked into, so nothing moved: a fault of the account, or of this connector.
  throw { _tag: "Refused", reason: words, rawCode: errorCode } satisfies HttpFailure
}

/**
 * 703: a resource that it needs is not there for the moment. 704: the same is under way, or was
 * processed; sent again later, it is answered.
 */
const openCodes: ReadonlySet<string> = new Set(["703", "704"])
