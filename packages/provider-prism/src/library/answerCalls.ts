import type { MessageType, PrismModule } from "./loadPrism.ts"
import type {
  AnsweredError,
  BuiltRequest,
  Flow,
  FlowCall,
  MessageValue,
  ParsedAnswer,
  PayerPage,
  RawAnswer
} from "./PrismLibrary.ts"
import { PrismRefused } from "./PrismLibrary.ts"

/** Builds the request of a flow. Throws `PrismRefused` if the library rejects the message. */
export const buildRequest = (prism: PrismModule, call: FlowCall): BuiltRequest => {
  const { request, options } = encoded(prism, call)
  const bytes = asked(() => prism.client.callReq(call.flow, request, options))
  const { method, url, headers, body } = fieldsOf(
    typeNamed(prism, "FfiConnectorHttpRequest").decode(bytes)
  )
  return {
    method: String(method),
    url: String(url),
    headers: { ...Object(headers) },
    body: body instanceof Uint8Array ? Buffer.from(body).toString() : ""
  }
}

/** Reads the answer to a flow. Throws `PrismRefused` if the library can't read it. */
export const parseAnswer = (
  prism: PrismModule,
  call: FlowCall,
  { status: statusCode, headers, body }: RawAnswer
): ParsedAnswer => {
  const { request, options } = encoded(prism, call)
  const answer = encode(typeNamed(prism, "FfiConnectorHttpResponse"), {
    statusCode,
    headers,
    body: Buffer.from(body)
  })
  const bytes = asked(() => prism.client.callRes(call.flow, answer, request, options))
  const outer = fieldsOf(typeNamed(prism, "FfiConnectorHttpResponse").decode(bytes))
  const inner = typeNamed(prism, flows[call.flow].answer).decode(outer.body as Uint8Array)
  return parsed(prism, call.flow, fieldsOf(inner))
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => Object(value)

const flows: Readonly<
  Record<Flow, { readonly request: string; readonly answer: string; readonly states: string }>
> = {
  authorize: payment("PaymentServiceAuthorizeRequest", "PaymentServiceAuthorizeResponse"),
  proxy_authorize: payment(
    "PaymentServiceProxyAuthorizeRequest",
    "PaymentServiceAuthorizeResponse"
  ),
  token_authorize: payment(
    "PaymentServiceTokenAuthorizeRequest",
    "PaymentServiceAuthorizeResponse"
  ),
  charge: payment("RecurringPaymentServiceChargeRequest", "RecurringPaymentServiceChargeResponse"),
  capture: payment("PaymentServiceCaptureRequest", "PaymentServiceCaptureResponse"),
  void: payment("PaymentServiceVoidRequest", "PaymentServiceVoidResponse"),
  refund: {
    request: "PaymentServiceRefundRequest",
    answer: "RefundResponse",
    states: "RefundStatus"
  },
  create_server_authentication_token: {
    request: "MerchantAuthenticationServiceCreateServerAuthenticationTokenRequest",
    answer: "MerchantAuthenticationServiceCreateServerAuthenticationTokenResponse",
    states: "OperationStatus"
  }
}

function payment(request: string, answer: string) {
  return { request, answer, states: "PaymentStatus" }
}

const typeNamed = ({ types }: PrismModule, name: string): MessageType => {
  const type = types[name]
  if (type === undefined) throw new PrismRefused("UNKNOWN_TYPE", `The library has no ${name}.`)
  return type
}

const encode = (type: MessageType, fields: object): Buffer =>
  Buffer.from(type.encode(type.create(fields)).finish())

const encoded = (prism: PrismModule, call: FlowCall) => {
  const { flow, message, processor, config, environment } = call
  const environments = { test: "SANDBOX", live: "PRODUCTION" } as const
  return {
    request: encode(typeNamed(prism, flows[flow].request), resolved(prism, message)),
    options: encode(
      typeNamed(prism, "FfiOptions"),
      resolved(prism, {
        environment: { enum: "Environment", member: environments[environment] },
        connectorConfig: { [processor]: config }
      })
    )
  }
}

/** Replaces names of enumerations by the library's numbers, and leaves undefined members out. */
const resolved = (prism: PrismModule, fields: object): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [name, resolvedValue(prism, value)])
  )

const resolvedValue = (prism: PrismModule, value: MessageValue): unknown => {
  if (Array.isArray(value)) return value.map((each) => resolvedValue(prism, each))
  if (typeof value !== "object" || value === null) return value
  const { enum: name, member } = fieldsOf(value)
  if (typeof name !== "string" || typeof member !== "string") return resolved(prism, value)
  const number = fieldsOf(prism.types[name])[member]
  if (number === undefined) {
    throw new PrismRefused("UNKNOWN_MEMBER", `The library's ${name} has no ${member}.`)
  }
  return number
}

/** Turns the library's own errors into `PrismRefused`. */
const asked = (call: () => Uint8Array): Uint8Array => {
  try {
    return call()
  } catch (failure) {
    const { errorCode, message, proto } = fieldsOf(failure)
    const code = errorCode ?? fieldsOf(proto).errorCode ?? "PRISM_ERROR"
    throw new PrismRefused(String(code), String(message ?? failure))
  }
}

const parsed = (prism: PrismModule, flow: Flow, answer: Fields): ParsedAnswer => {
  const states = fieldsOf(prism.types[flows[flow].states])
  const state = Object.entries(states).find(([, number]) => number === answer.status)
  return {
    status: state?.[0] ?? null,
    // The answer to a refund names its payment too.
    transactionId: textOf(answer.connectorRefundId) ?? textOf(answer.connectorTransactionId),
    error: errorIn(fieldsOf(answer.error)),
    page: pageIn(fieldsOf(answer.redirectionData)),
    networkReference: textOf(answer.networkTransactionId),
    featureData: secretIn(answer.connectorFeatureData),
    token: tokenIn(answer)
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : null

const secretIn = (value: unknown): string | null => textOf(fieldsOf(value).value)

const errorIn = (error: Fields): AnsweredError | null => {
  const { code, message, reason } = fieldsOf(error.connectorDetails)
  const network = fieldsOf(fieldsOf(error.issuerDetails).networkDetails)
  if (code == null && message == null) return null
  return {
    code: textOf(code) ?? "",
    message: textOf(reason) ?? textOf(message) ?? "",
    networkCode: textOf(network.declineCode),
    adviceCode: textOf(network.adviceCode)
  }
}

/** The number of GET in the library's enumeration of HTTP methods. */
const get = 1

const pageIn = ({ form, uri }: Fields): PayerPage | null => {
  const plain = textOf(fieldsOf(uri).uri)
  if (plain !== null) return { url: plain, method: "GET", fields: {} }
  const { endpoint, method, formFields } = fieldsOf(form)
  const url = textOf(endpoint)
  return url === null
    ? null
    : { url, method: method === get ? "GET" : "POST", fields: { ...Object(formFields) } }
}

const tokenIn = ({ accessToken, expiresInSeconds }: Fields): ParsedAnswer["token"] => {
  const value = secretIn(accessToken)
  return value === null ? null : { value, expiresInSeconds: Number(expiresInSeconds ?? 0) }
}
