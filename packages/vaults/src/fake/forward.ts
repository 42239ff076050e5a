import type { IncomingHttpHeaders, ServerResponse } from "node:http"

/** A request that a fake sends on to the provider. */
export interface ForwardedRequest {
  readonly url: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The provider's answer. */
export interface ForwardedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const ofConnection = /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|te)$/
const ofService = /^(?:bt-|proxy-)/

/** Sends a request to the provider, as the proxies of vaults do. Does not follow redirects. */
export const forward = async ({
  url,
  method,
  headers,
  body
}: ForwardedRequest): Promise<ForwardedAnswer> => {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    ofConnection.test(name) || ofService.test(name) ? [] : [[name, String(value)] as const]
  )
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    redirect: "manual",
    ...(method === "GET" ? {} : { body })
  })
  const got = [...response.headers].filter(([name]) => !/^content-(?:length|encoding)$/.test(name))
  return {
    status: response.status,
    headers: Object.fromEntries(got.filter(([name]) => !ofConnection.test(name))),
    body: await response.text()
  }
}

/** An answer of a fake's own: its status and its JSON. */
export type Reply = readonly [status: number, body: object]

/** Answers a request with JSON. */
export const answerJson = (response: ServerResponse, [status, body]: Reply): void => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

/** Passes an answer on, with further headers. */
export const passOn = (
  response: ServerResponse,
  { status, headers, body }: ForwardedAnswer,
  more: Readonly<Record<string, string>>
): void => {
  response.writeHead(status, { ...headers, ...more })
  response.end(body)
}

/** Replaces texts in the values of a body: in each field of a form, or anywhere in other bodies. */
export const replaceIn = (
  body: string,
  type: string | undefined,
  replace: (text: string) => string
): string =>
  /x-www-form-urlencoded/i.test(type ?? "")
    ? new URLSearchParams(
        [...new URLSearchParams(body)].map(([name, value]) => [name, replace(value)])
      ).toString()
    : replace(body)
