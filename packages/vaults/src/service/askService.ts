import { type Fields, fieldsIn, isFields } from "@payloom/core"
import { readBounded } from "../relay/readBounded.ts"

/** A request to the API of a vault's service. */
export interface ServiceRequest {
  /** The name of the service, for messages. */
  readonly service: string
  readonly url: string
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  /**
   * The statuses with which the service says that it doesn't know the card. All others above 299
   * throw.
   */
  readonly unknownIf: ReadonlyArray<number>
  readonly fetch: typeof fetch
}

/** A status of a vault's service that is no answer about a card. */
export class ServiceError extends Error {
  override readonly name = "ServiceError"
  readonly status: number

  constructor(service: string, status: number, words = "") {
    super(`${service} answered HTTP ${status}${words}.`)
    this.status = status
  }
}

/** The longest answer that is read, in bytes. */
const mostBytes = 64 * 1024

/**
 * Sends a request to a vault's service once, without following redirects. Returns the fields of the
 * answer, or null if the service doesn't know the card. A DELETE has no fields. Throws if the
 * service doesn't answer, or answers anything else. The message never contains the answer's body.
 */
export const askService = async (request: ServiceRequest): Promise<Fields | null> => {
  const { service, url, method, headers, body, signal, unknownIf } = request
  const response = await request.fetch(url, {
    method,
    headers,
    redirect: "error",
    signal,
    ...(body === undefined ? {} : { body })
  })
  const text = await readBounded(response, mostBytes)
  if (unknownIf.includes(response.status)) return null
  if (response.ok && method === "DELETE") return {}
  const fields = response.ok ? fieldsIn(text) : null
  if (fields !== null) return fields
  throw new ServiceError(service, response.status, response.ok ? " without a JSON object" : "")
}

/** Returns a field that is an object, or an empty object. */
export const inside = (fields: Fields, name: string): Fields => {
  const value = fields[name]
  return isFields(value) ? value : {}
}

/** Returns a field that is a text, or null. */
export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name]
  return typeof value === "string" && value !== "" ? value : null
}
