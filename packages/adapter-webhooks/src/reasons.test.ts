import { expect, it } from "vitest"
import { reasonOf, SendingFailed } from "./SendingFailed.ts"

const withCode = (code: string, message = "of Node's own") =>
  Object.assign(new Error(message), { code })

it.each([
  ["ENOTFOUND", "The name was not found."],
  ["ESERVFAIL", "The name could not be looked up."],
  ["EAI_AGAIN", "The name could not be looked up."],
  ["ETIMEOUT", "The name could not be looked up."],
  ["ETIMEDOUT", "No connection was made in time."],
  ["ENETUNREACH", "The address can't be reached from here."],
  ["CERT_HAS_EXPIRED", "The certificate has expired."],
  ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "No TLS connection could be made."],
  ["EMFILE", "It could not be sent: EMFILE."]
])("an error of the code %s is told in words of ours", (code, reason) => {
  expect(reasonOf(withCode(code, "connect to 10.0.0.1"))).toBe(reason)
})

it("where no address could be connected to, the first error tells", () => {
  const errors = [withCode("ECONNREFUSED"), withCode("ENETUNREACH")]
  const error = Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" })
  expect(reasonOf(error)).toBe("The connection was refused.")
})

it.each([new Error("secret of this server"), "text", null, undefined, 1])(
  "of what nobody knows nothing is told: %s",
  (error) => {
    expect(reasonOf(error)).toBe("It could not be sent.")
  }
)

it("a sentence of ours is told as it is", () => {
  expect(reasonOf(new SendingFailed("The name has no address."))).toBe("The name has no address.")
})
