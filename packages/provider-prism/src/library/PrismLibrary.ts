/** A secret in a message of the library. */
export interface SecretText {
  readonly value: string
}

/** A member of one of the library's enumerations, such as `EUR` of `Currency`. */
export interface EnumMember {
  readonly enum: string
  readonly member: string
}

/** A message of the library as plain values. Members that are undefined are left out. */
export type Message = { readonly [field: string]: MessageValue }
/** A value in a message of the library. */
export type MessageValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | SecretText
  | EnumMember
  | Message
  | ReadonlyArray<MessageValue>

/** The flows of the library that the connector uses. */
export type Flow =
  | "authorize"
  | "proxy_authorize"
  | "token_authorize"
  | "charge"
  | "capture"
  | "void"
  | "refund"
  | "create_server_authentication_token"

/** A flow of one account. */
export interface FlowCall {
  readonly flow: Flow
  /** The request of the flow. */
  readonly message: Message
  /** The library's name of the processor. */
  readonly processor: string
  /** The keys of the account, in the library's form. */
  readonly config: Message
  readonly environment: "test" | "live"
}

/** A request to a processor that the library has built. It is not sent yet. */
export interface BuiltRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A processor's answer as it came. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A page that the payer has to visit, with the fields of its form. */
export interface PayerPage {
  readonly url: string
  readonly method: "GET" | "POST"
  readonly fields: Readonly<Record<string, string>>
}

/** The error in a processor's answer, as the library reads it. */
export interface AnsweredError {
  readonly code: string
  readonly message: string
  /** The scheme's response code. */
  readonly networkCode: string | null
  /** The scheme's advice about retries. */
  readonly adviceCode: string | null
}

/** A processor's answer as the library reads it. Fields that the library leaves out are null. */
export interface ParsedAnswer {
  /** The library's name of the state, such as `CHARGED` or `REFUND_PENDING`. */
  readonly status: string | null
  /** The processor's id of the payment. */
  readonly transactionId: string | null
  readonly error: AnsweredError | null
  readonly page: PayerPage | null
  readonly networkReference: string | null
  /** Data that later flows of the same payment need. */
  readonly featureData: string | null
  /** An access token, if the flow requested one. */
  readonly token: { readonly value: string; readonly expiresInSeconds: number } | null
}

/**
 * The library, which builds requests to processors and reads their answers. It sends nothing.
 * Calls reject with `PrismUnavailable` if it can't be loaded, and with `PrismRefused` if it can't
 * build the request or read the answer.
 */
export interface PrismLibrary {
  readonly request: (call: FlowCall) => Promise<BuiltRequest>
  readonly parse: (call: FlowCall, answer: RawAnswer) => Promise<ParsedAnswer>
}

/** The library can't be loaded. Nothing was sent. */
export class PrismUnavailable extends Error {
  override readonly name = "PrismUnavailable"
}

/** The library can't build a request, or can't read an answer. */
export class PrismRefused extends Error {
  override readonly name = "PrismRefused"
  /** The library's code of the error, such as `MISSING_REQUIRED_FIELD`. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns a secret in a message. */
export const secret = (value: string): SecretText => ({ value })

/** Returns a member of an enumeration in a message. */
export const member = (name: string, of: string): EnumMember => ({ enum: name, member: of })
