import type { CardMarks } from "@payloom/core"
import type { VaultHarness } from "../VaultHarness.ts"

/** The format of a request's body. */
export type Format = "json" | "form"

/** Texts of an order beside the card's details. */
export interface Order {
  readonly name: string
  readonly order: string
}

/** Texts with the characters that JSON, forms and marks treat specially. */
export const order: Order = {
  name: `O'Brien "Bob" & Söhne <漢字> 100% + {x} \\ é`,
  order: "a=b&c[d]=e;f+g\nh\tj"
}

/** A body with its content type. */
export interface RelayedBody {
  readonly type: string
  readonly text: string
}

/** The content types of the formats. */
export const types: Readonly<Record<Format, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded"
}

const fieldsOf = (
  { number, expiryMonth, expiryYear, securityCode }: CardMarks,
  texts: Order
): Readonly<Record<string, string>> => ({
  number,
  expiryMonth,
  expiryYear,
  ...(securityCode === null ? {} : { cvc: securityCode }),
  ...texts
})

/** Builds a request's body, as the SDKs of Adyen and Stripe do. */
export const bodies: Readonly<Record<Format, (marks: CardMarks, texts: Order) => RelayedBody>> = {
  json: (marks, texts) => ({
    type: types.json,
    text: JSON.stringify({ type: "scheme", card: fieldsOf(marks, texts) })
  }),
  form: (marks, texts) => ({
    type: types.form,
    text: Object.entries(fieldsOf(marks, texts))
      .map(([name, value]) => `card[${name}]=${encodeURIComponent(value)}`)
      .join("&")
  })
}

/** Sends a body through the relay. The address is the destination by default. */
export const send = (
  { relay, destination }: VaultHarness,
  { type, text }: RelayedBody,
  { url = `${destination.url}/v1/charges?a=b`, signal }: { url?: string; signal?: AbortSignal } = {}
): Promise<Response> =>
  relay.fetch(url, {
    method: "POST",
    headers: { "content-type": type, authorization: "Bearer key", "idempotency-key": "once" },
    body: text,
    ...(signal && { signal })
  })

/** Returns the body of the last request that arrived. */
export const lastBody = ({ destination }: VaultHarness): string =>
  destination.received().at(-1)?.body ?? ""

/** Reads the fields of a card from a body. */
export const cardIn = (format: Format, body: string): Readonly<Record<string, string>> =>
  format === "json"
    ? Object(JSON.parse(body)).card
    : Object.fromEntries(
        [...new URLSearchParams(body)].map(([name, value]) => [name.slice(5, -1), value])
      )
