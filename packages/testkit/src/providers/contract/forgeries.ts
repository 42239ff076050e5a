import type { RawNotification } from "@payloom/core"
import { newReference } from "./requests.ts"

/**
 * Returns forgeries: notifications of another charge, and with another signature or none, wherever
 * the signature is.
 */
export const forgeriesOf = (
  { headers, body }: RawNotification,
  reference: string
): ReadonlyArray<RawNotification> =>
  [
    { headers, body: body.replaceAll(reference, newReference()) },
    { headers, body: body.replace(bodySignature, (field) => `${field.slice(0, -1)}x"`) },
    { headers, body: body.replace(formSignature, changedAtEnd) },
    ...Object.entries(headers)
      .filter(([name]) => /sign|hmac|auth|digest|time/.test(name))
      .flatMap(([name, value]) => [
        { headers: { ...headers, [name]: "" }, body },
        { headers: { ...headers, [name]: changedAtEnd(value) }, body },
        {
          headers: Object.fromEntries(Object.entries(headers).filter(([kept]) => kept !== name)),
          body
        }
      ])
  ].filter((forged) => forged.headers !== headers || forged.body !== body)

/** A signature inside the signed body. */
const bodySignature = /"[^"]*(?:signature|hmac)[^"]*"\s*:\s*"[^"]*"/i

/** A signature in a field of the signed form. */
const formSignature = /(?<=^|&)\w*(?:signature|hmac|checksum)=[^&]+/i

const changedAtEnd = (value: string): string =>
  `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`

/** Bodies that no provider sends. */
export const garbage: ReadonlyArray<RawNotification> = [
  "",
  "null",
  "{}",
  "[]",
  "{",
  "\0",
  "\ud800",
  '{"a":',
  "[".repeat(100_000),
  "a=b&c=%",
  `{"id":"${"x".repeat(500_000)}"}`
].flatMap((body) => [
  { headers: {}, body },
  { headers: { "content-type": "application/json", signature: "v1=,t=", authorization: "x" }, body }
])
